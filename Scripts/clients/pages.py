"""The pages that a real browser is led through, by name; each has a function `run` whose result is what the page saw.

Nothing in a result depends on time, chance, or on what is between browser and origin: two results are compared as they are.
"""

KIT = r"""
const WWW = 'https://www.kite.example', STATIC = 'https://static.meadow.example', LOGIN = 'https://login.lark.example';
const overHTTP2 = new URLSearchParams(location.search).get('http') == '2';
const hex = buffer => [...new Uint8Array(buffer)].map(byte => byte.toString(16).padStart(2, '0')).join('');
const digest = async data => hex(await crypto.subtle.digest('SHA-256', data));
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
// Bytes that are the same in each run, and in no regular order.
function noise(seed, size) {
    const bytes = new Uint8Array(size);
    let state = seed * 2654435761 >>> 0 || 1;
    for (let i = 0; i < size; i++) {
        state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
        bytes[i] = state;
    }
    return bytes;
}
async function seen(response) {
    const body = await response.arrayBuffer();
    return { status: response.status, type: response.type, redirected: response.redirected, url: response.url,
             contentType: response.headers.get('content-type'), bytes: body.byteLength, sha256: await digest(body) };
}
const get = async (url, options) => seen(await fetch(url, options));
const getJSON = async (url, options) => (await fetch(url, options)).json();
const event = (target, ...names) => new Promise(done => {
    for (const name of names) target.addEventListener(name, done, { once: true });
});
"""


def page(script, body="", head=""):
    return f"""<!doctype html><html><head><meta charset="utf-8"><title>kite</title><link rel="icon" href="data:,">{head}
<script src="/kit.js"></script></head><body>{body}<script>{script}</script></body></html>"""


RESOURCES = page(
    r"""
const loaded = [];
function element(kind, attributes) {
    const made = Object.assign(document.createElement(kind), attributes);
    const outcome = event(made, 'load', 'error').then(event => [event.type, made]);
    document.body.append(made);
    return outcome;
}
async function run() {
    const sizes = [0, 1, 100, 1023, 4096, 16383, 16384, 16385, 65535, 65536, 70000, 131072, 200000, 300000];
    const outcomes = [];
    for (let n = 0; n < 70; n++) {
        const coding = n % 3 == 0 ? '&coding=gzip' : '';
        outcomes.push(get(`${n % 2 ? STATIC : WWW}/file?n=${n}&bytes=${sizes[n % sizes.length]}${coding}`));
    }
    for (let n = 1; n <= 10; n++) {
        outcomes.push(element('script', { src: `/script?n=${n}` }).then(([type]) => type));
        outcomes.push(element('link', { rel: 'stylesheet', href: `${STATIC}/style?n=${n}` }).then(([type]) => {
            const line = document.createElement('div');
            line.className = `c${n}`;
            document.body.append(line);
            return [type, getComputedStyle(line).width];
        }));
        outcomes.push(element('img', { src: `${n % 2 ? STATIC : WWW}/picture?n=${n}` }).then(([type, made]) => [type, made.naturalWidth]));
    }
    const results = await Promise.all(outcomes);
    const early = getComputedStyle(document.getElementById('early')).width;
    return { count: outcomes.length, results, loaded: loaded.sort((a, b) => a - b), early };
}
""",
    '<div id="early" class="early"></div>',
    '<link rel="stylesheet" href="/early.css">',
)

REDIRECTS = page(
    r"""
async function run() {
    const results = {};
    for (const status of [301, 302, 303, 307, 308]) {
        for (const method of ['GET', 'POST']) {
            for (const [kind, base] of [['relative', ''], ['absolute', WWW], ['another host', STATIC]]) {
                const to = encodeURIComponent(`${base}/echo?${status}`);
                const options = { method, body: method == 'POST' ? 'carried along' : undefined };
                const response = await fetch(`/redirect?status=${status}&to=${to}`, options);
                results[`${status} ${method} ${kind}`] = [response.status, response.redirected, response.url, await response.json()];
            }
        }
    }
    let chain = '/echo?at-last';
    for (let step = 0; step < 6; step++) chain = `${step % 2 ? STATIC : WWW}/redirect?status=302&to=${encodeURIComponent(chain)}`;
    const response = await fetch(chain);
    results.chain = [response.status, response.url, await response.json()];
    results.opened = [location.href, performance.getEntriesByType('navigation')[0].redirectCount];
    return results;
}
"""
)

COOKIES = page(
    r"""
async function run() {
    const results = [await getJSON('/cookies/echo')];
    for (const numbers of ['0', '1', '2,3', '4', '5,6,7', '8', '9']) {
        results.push(await getJSON(`/cookies/set?n=${numbers}`), await getJSON('/cookies/echo'));
    }
    results.push(await Promise.all([...Array(12).keys()].map(n => getJSON(`/cookies/echo?${n}`))));
    results.push(await getJSON('/cookies/drop'), await getJSON('/cookies/echo'));
    return results;
}
"""
)

UPLOADS = page(
    r"""
const sent = request => new Promise((done, failed) => {
    request.onload = () => done(JSON.parse(request.response));
    request.onerror = failed;
});
async function run() {
    const results = {};
    for (const [name, size] of [['nothing', 0], ['a byte', 1], ['16 KiB', 16384], ['300 KB', 300000]]) {
        const body = noise(size, size);
        for (const method of ['PUT', 'POST']) {
            results[`${method} ${name}`] = [await digest(body), await getJSON('/upload', { method, body })];
        }
    }
    const file = new File([noise(7, 1000000)], 'kite.bin', { type: 'application/octet-stream' });
    const form = new FormData();
    form.append('name', 'Kite ✈');
    form.append('empty', '');
    form.append('file', file);
    results.form = [await digest(await file.arrayBuffer()), await getJSON('/upload', { method: 'POST', body: form })];
    results.fields = await getJSON('/upload', { method: 'POST', body: new URLSearchParams({ a: '1', b: 'ä ß' }) });
    const request = new XMLHttpRequest();
    let progress = 0;
    request.upload.onprogress = event => progress = event.loaded;
    request.open('PUT', `${STATIC}/upload`);
    request.send(noise(9, 500000));
    results.xhr = [await sent(request), progress];
    results.parallel = await Promise.all([...Array(8).keys()].map(n => getJSON('/upload', { method: 'PUT', body: noise(n, 100000) })));
    if (overHTTP2) {
        // A body whose length nobody knows beforehand; Chromium sends one over HTTP/2 only.
        let count = 0;
        const body = new ReadableStream({
            async pull(controller) {
                if (count++ == 20) return controller.close();
                controller.enqueue(noise(count, 7000));
                await pause(10);
            }
        });
        results.stream = await getJSON('/upload', { method: 'POST', body, duplex: 'half' });
    }
    return results;
}
"""
)

EVENTS = page(
    r"""
async function run() {
    const source = new EventSource('/events');
    const got = [], times = [], opened = [];
    const take = event => { got.push([event.type, event.lastEventId, event.data]); times.push(performance.now()); };
    source.onmessage = take;
    source.addEventListener('odd', take);
    source.onopen = () => opened.push(got.length);
    // The source is closed when the origin has answered 204, and not by the page.
    await new Promise(done => source.onerror = () => { if (source.readyState == EventSource.CLOSED) done(); });
    const apart = times.slice(1, 5).every((time, index) => time - times[index] > 20);

    const reader = (await fetch('/pieces')).body.getReader();
    const arrivals = [];
    let bytes = 0;
    for (let part; !(part = await reader.read()).done;) { arrivals.push(performance.now()); bytes += part.value.length; }
    return { got, opened, comeOneByOne: apart, bytes, piecesComeOneByOne: arrivals.at(-1) - arrivals[0] > 500 };
}
"""
)

SOCKETS = page(
    r"""
const SOCKET = 'wss://www.kite.example/socket';
async function open(protocols) {
    const socket = new WebSocket(SOCKET, protocols);
    socket.binaryType = 'arraybuffer';
    await event(socket, 'open');
    return socket;
}
async function run() {
    const results = {};
    const socket = await open(['kite.v0', 'kite.v1']);
    results.protocol = socket.protocol;
    const messages = [];
    socket.onmessage = async ({ data }) => messages.push(typeof data == 'string' ? data : new Uint8Array(data));
    const sent = ['first', '', 'Kite ✈', 'x'.repeat(125), 'y'.repeat(126), 'z'.repeat(200000), noise(1, 1), noise(2, 65535), noise(3, 65536),
                  noise(4, 300000), new Uint8Array(0), 'last'];
    for (const message of sent) socket.send(message);
    while (messages.length < sent.length) await event(socket, 'message', 'close');
    const shown = async message => typeof message == 'string' ? [message.length, await digest(new TextEncoder().encode(message))]
        : [message.length, 'binary', await digest(message)];
    results.sent = await Promise.all(sent.map(shown));
    results.echoed = await Promise.all(messages.map(shown));
    socket.close(4001, 'enough');
    const closed = await event(socket, 'close');
    results.closedHere = [closed.code, closed.reason, closed.wasClean];
    const other = await open();
    other.send('close please');
    const closedThere = await event(other, 'close');
    results.closedThere = [closedThere.code, closedThere.reason, closedThere.wasClean];
    const several = await Promise.all([...Array(5).keys()].map(async n => {
        const one = await open();
        const answer = event(one, 'message');
        one.send(`number ${n}`);
        const { data } = await answer;
        one.close();
        await event(one, 'close');
        return data;
    }));
    const refused = new WebSocket(SOCKET + '/none');
    results.refused = (await event(refused, 'error', 'open')).type;
    return { ...results, several };
}
"""
)

WORKER = r"""
self.addEventListener('install', event => event.waitUntil(
    caches.open('kite').then(cache => cache.add('/worker/cached')).then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => {
    const path = new URL(event.request.url).pathname;
    if (path == '/worker/made') event.respondWith(new Response(JSON.stringify({ from: 'the worker' }), { headers: { 'x-kite': 'made' } }));
    if (path == '/worker/cached') event.respondWith(caches.match(event.request));
    if (path == '/worker/passed') event.respondWith(fetch(event.request));
    if (path == '/worker/altered') event.respondWith(fetch('/worker/altered/elsewhere', { headers: { 'x-kite': 'worker' } }));
    if (path == '/worker/upload') event.respondWith(fetch(event.request.clone()));
});
"""

WORKERS = page(
    r"""
async function run() {
    const controlled = event(navigator.serviceWorker, 'controllerchange');
    const registration = await navigator.serviceWorker.register('/page/worker.js');
    await controlled;
    const results = {};
    for (const name of ['made', 'cached', 'passed', 'altered', 'unknown']) results[name] = await getJSON(`/worker/${name}`);
    results.many = (await Promise.all([...Array(20).keys()].map(n => getJSON(`/worker/${n % 2 ? 'passed' : 'made'}?${n}`)))).length;
    results.upload = await get('/worker/upload', { method: 'POST', body: noise(1, 50000) });
    results.unregistered = await registration.unregister();
    return results;
}
"""
)

ODD = page(
    r"""
async function run() {
    const results = {};
    for (const name of ['empty', 'missing', 'broken', 'reset', 'many', 'long?' + 'q'.repeat(8000)]) results[name.slice(0, 9)] = await get(`/odd/${name}`);
    results.head = await get('/file?n=3&bytes=70000', { method: 'HEAD' });
    results.tagged = [await get('/odd/tagged'), await get('/odd/tagged'), await get('/odd/tagged')];
    results.range = await get('/odd/range', { headers: { range: 'bytes=100-4999' } });
    // Chromium asks first whether it may (OPTIONS).
    results.asked = await getJSON(`${STATIC}/echo`, { method: 'DELETE', headers: { 'x-kite': 'asked' } });
    results.asked2 = await getJSON(`${STATIC}/echo`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' });
    const stop = new AbortController();
    const reader = (await fetch('/endless', { signal: stop.signal })).body.getReader();
    let bytes = 0;
    while (bytes < 5000) bytes += (await reader.read()).value.length;
    // Nothing of these has come, a body is under way in the last, and all are stopped at once.
    const never = [1, 2, 3].map(n => fetch(`/never?${n}`, { signal: stop.signal }).catch(error => error.name));
    never.push(fetch('/never?4', { method: 'POST', body: noise(4, 100000), signal: stop.signal }).catch(error => error.name));
    await pause(500);
    stop.abort();
    results.stopped = [await reader.read().catch(error => error.name), ...await Promise.all(never)];
    // The connection goes on with others, or another is opened.
    results.after = await get('/file?n=4&bytes=1000');
    // Under way when the page is left.
    results.left = (await fetch('/endless?left')).status;
    return results;
}
"""
)

LOGIN = page(
    r"""
const told = [];
addEventListener('message', event => told.push([event.origin, event.data]));
async function run() {
    while (told.length == 0) await event(window, 'message');
    const session = await getJSON(`${LOGIN}/session`, { credentials: 'include' });
    const without = await getJSON(`${LOGIN}/session`, { credentials: 'omit' });
    return { told, session, without };
}
""",
    '<iframe id="provider" src="https://login.lark.example/form?state=7" width="400" height="300"></iframe>',
)

FORM = """<!doctype html><html><head><meta charset="utf-8"><title>lark</title><link rel="icon" href="data:,"></head><body><!--error-->
<form method="post" action="/login"><input type="hidden" name="state" value="STATE"><input name="name" id="name">
<input name="password" type="password" id="password"><button id="submit">Sign in</button></form></body></html>"""

WELCOME = """<!doctype html><html><head><meta charset="utf-8"><title>lark</title><link rel="icon" href="data:,"></head><body>welcome<script>
fetch('/session', { credentials: 'include' }).then(response => response.json())
    .then(session => parent.postMessage({ state: new URLSearchParams(location.search).get('state'), session }, 'https://www.kite.example'));
</script></body></html>"""

PAGES = {
    "resources": RESOURCES, "redirects": REDIRECTS, "cookies": COOKIES, "uploads": UPLOADS, "events": EVENTS, "sockets": SOCKETS,
    "worker": WORKERS, "odd": ODD, "login": LOGIN,
}
