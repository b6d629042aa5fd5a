/// HARs as the common tools write them: the shape is theirs, the data invented.
enum ToolHARs {
    static let all = [
        ("Chrome", chrome), ("Firefox", firefox), ("Charles", charles), ("Proxyman", proxyman),
        ("mitmproxy", mitmproxy),
        ("by hand", byHand),
    ]

    /// Encoded query values, `_` fields, a WebSocket, a request that failed, Base64 of an image, null times.
    static let chrome = #"""
        {"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},
        "pages":[{"startedDateTime":"2026-11-20T21:59:12.599Z","id":"page_1","title":"https://kite.example/",
        "pageTimings":{"onContentLoad":101.5,"onLoad":null}}],
        "entries":[
        {"_initiator":{"type":"script","stack":{"callFrames":[{"functionName":"go","scriptId":"7","url":"https://kite.example/a.js",
        "lineNumber":0,"columnNumber":12}],"parent":{"description":"Promise.then","callFrames":[]}}},
        "_priority":"High","_resourceType":"fetch","cache":{},"connection":"443","pageref":"page_1",
        "request":{"method":"POST","url":"https://kite.example/api?redirect=https%3A%2F%2Fkite.example%2F&q=a+b&flag#top",
        "httpVersion":"http/2.0","headers":[{"name":":authority","value":"kite.example"},{"name":"cookie","value":"sid=1; theme=dark"},
        {"name":"content-type","value":"application/x-www-form-urlencoded"}],
        "queryString":[{"name":"redirect","value":"https%3A%2F%2Fkite.example%2F"},{"name":"q","value":"a+b"},{"name":"flag","value":""}],
        "cookies":[{"name":"sid","value":"1","path":"/","domain":"kite.example","expires":"2027-01-01T00:00:00.000Z","httpOnly":true,
        "secure":true,"sameSite":"Lax"},{"name":"theme","value":"dark","path":"/","domain":"kite.example","expires":"1969-12-31T23:59:59.000Z",
        "httpOnly":false,"secure":false}],
        "headersSize":-1,"bodySize":17,"postData":{"mimeType":"application/x-www-form-urlencoded","text":"user=u&pass=p%20q",
        "params":[{"name":"user","value":"u"},{"name":"pass","value":"p%20q"}]}},
        "response":{"status":200,"statusText":"","httpVersion":"http/2.0","headers":[{"name":"content-type","value":"image/png"},
        {"name":"content-encoding","value":"br"},{"name":"set-cookie","value":"sid=2; Path=/; HttpOnly"}],
        "cookies":[{"name":"sid","value":"2","path":"/","domain":"kite.example","expires":"2027-01-01T00:00:00.000Z","httpOnly":true,"secure":false}],
        "content":{"size":4,"mimeType":"image/png","text":"iVBO/w==","encoding":"base64"},"redirectURL":"","headersSize":-1,"bodySize":-1,
        "_transferSize":412,"_error":null,"_fetchedViaServiceWorker":false},
        "serverIPAddress":"[2001:db8::1]","startedDateTime":"2026-11-20T21:59:12.599Z","time":94.91467475891113,
        "timings":{"blocked":4.1,"dns":-1,"ssl":-1,"connect":-1,"send":0.2,"wait":80.5,"receive":10.1,"_blocked_queueing":2.2}},
        {"_initiator":{"type":"other"},"_priority":null,"_resourceType":"fetch","cache":{},"pageref":"page_1",
        "request":{"method":"GET","url":"https://down.example/","httpVersion":"","headers":[],"queryString":[],"cookies":[],
        "headersSize":-1,"bodySize":0},
        "response":{"status":0,"statusText":"","httpVersion":"","headers":[],"cookies":[],"content":{"size":0,"mimeType":"x-unknown"},
        "redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":0,"_error":"net::ERR_NAME_NOT_RESOLVED"},
        "serverIPAddress":"","startedDateTime":"2026-11-20T21:59:13.100Z","time":null,
        "timings":{"blocked":null,"dns":-1,"ssl":-1,"connect":-1,"send":0,"wait":0,"receive":0}},
        {"_resourceType":"websocket","_webSocketMessages":[{"type":"send","time":1795211953.5,"opcode":1,"data":"{\"op\":\"hello\"}"},
        {"type":"receive","time":1795211953.75,"opcode":2,"data":"AAEC"}],"cache":{},
        "request":{"method":"GET","url":"wss://live.kite.example/socket","httpVersion":"HTTP/1.1","headers":[{"name":"Upgrade","value":"websocket"}],
        "queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
        "response":{"status":101,"statusText":"Switching Protocols","httpVersion":"HTTP/1.1","headers":[],"cookies":[],
        "content":{"size":0,"mimeType":"x-unknown"},"redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":0,"_error":null},
        "startedDateTime":"2026-11-20T21:59:13.200Z","time":3000,"timings":{"blocked":-1,"dns":-1,"ssl":-1,"connect":-1,"send":0,"wait":3000,"receive":0}}
        ]}}
        """#

    /// Members after the entries, local zone, sizes that count headers, security details.
    static let firefox = #"""
        {"log":{"version":"1.2","creator":{"name":"Firefox","version":"145.0"},"browser":{"name":"Firefox","version":"145.0"},
        "entries":[{"startedDateTime":"2026-11-20T22:59:12.599+01:00",
        "request":{"bodySize":0,"method":"GET","url":"https://kite.example/a?x=1&y=%C3%A9","httpVersion":"HTTP/2",
        "headers":[{"name":"Host","value":"kite.example"}],"cookies":[{"name":"sid","value":"1"}],
        "queryString":[{"name":"x","value":"1"},{"name":"y","value":"é"}],"headersSize":310},
        "response":{"status":302,"statusText":"Found","httpVersion":"HTTP/2","headers":[{"name":"location","value":"/b"}],"cookies":[],
        "content":{"mimeType":"text/html; charset=UTF-8","size":0,"text":""},"redirectURL":"/b","headersSize":120,"bodySize":120},
        "cache":{"afterRequest":{"expires":"2026-11-21T00:00:00.000Z","lastAccess":"2026-11-20T00:00:00.000Z","eTag":"","hitCount":1}},
        "timings":{"blocked":0,"dns":0,"connect":0,"ssl":0,"send":0,"wait":12,"receive":0},"time":12,"_securityState":"secure",
        "serverIPAddress":"192.0.2.1","connection":"443","pageref":"page_1"}],
        "pages":[{"id":"page_1","pageTimings":{"onContentLoad":-50,"onLoad":-50},"startedDateTime":"2026-11-20T22:59:12.000+01:00",
        "title":"Kite"}],"comment":"after the entries"}}
        """#

    /// A form without its text, header comments, a decoded protocol version, no time zone colon.
    static let charles = #"""
        {"log":{"version":"1.2","creator":{"name":"Charles Proxy","version":"4.6.8"},"entries":[
        {"startedDateTime":"2026-11-20T22:59:12.599+0100","time":45,
        "request":{"method":"POST","url":"https://kite.example/login","httpVersion":"HTTP/1.1","cookies":[],
        "headers":[{"name":"Host","value":"kite.example"},{"name":"X-A","value":"1","comment":"by the app"},{"name":"X-B","value":""}],
        "queryString":[],"postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"user","value":"u v"},
        {"name":"pass","value":"p&q"}]},"headersSize":140,"bodySize":18},
        "response":{"_charlesStatus":"COMPLETE","status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],"headers":[],
        "content":{"size":5,"mimeType":"text/plain","text":"aGVsbG8=","encoding":"base64"},"redirectURL":null,"headersSize":0,"bodySize":5},
        "serverIPAddress":"192.0.2.1","cache":{},"timings":{"dns":1,"connect":2,"ssl":3,"send":0,"wait":39,"receive":0}}]}}
        """#

    /// No cache, no timings, no sizes, a missing response, multipart parameters with file names.
    static let proxyman = #"""
        {"log":{"creator":{"name":"Proxyman","version":"5.0","comment":"Proxyman HAR"},"version":"1.2","entries":[
        {"comment":"retry","startedDateTime":"2026-11-20T21:59:12.599335Z","time":1.5,
        "request":{"method":"POST","url":"https://kite.example/upload","httpVersion":"HTTP/1.1","headers":[],"cookies":[],"queryString":[],
        "postData":{"mimeType":"multipart/form-data; boundary=x","params":[{"name":"f","value":"v","fileName":"a.txt","contentType":"text/plain"}],
        "text":"--x\r\n","comment":"c"}},
        "response":{"status":204,"statusText":"No Content","httpVersion":"HTTP/1.1","headers":[],"cookies":[]},"_isHTTPS":true},
        {"startedDateTime":"2026-11-20T21:59:12.6Z","time":0.0625,
        "request":{"method":"GET","url":"https://kite.example/gone","httpVersion":"HTTP/1.1","headers":[]}},
        {"startedDateTime":"2026-11-20T21:59:13Z","time":0,
        "request":{"method":"GET","url":"https://kite.example/null","httpVersion":null,"headers":[],"postData":null},"response":null}]}}
        """#

    /// Parameters of everything posted, compression, an error without a message, a query in the wrong encoding.
    static let mitmproxy = #"""
        {"log":{"version":"1.2","creator":{"name":"mitmproxy","version":"11.0.2","comment":""},"pages":[],"entries":[
        {"startedDateTime":"2026-11-20T21:59:12.599335+00:00","time":94.91467475891113,
        "request":{"method":"POST","url":"https://kite.example/r?a=%FF","httpVersion":"HTTP/1.1","cookies":[{"name":"sid","value":"1"}],
        "headers":[{"name":"Content-Type","value":"application/json"},{"name":"Cookie","value":"sid=1"}],"queryString":[],
        "headersSize":515,"bodySize":7,"postData":{"mimeType":"application/json","text":"{\"a\":1}","params":[]}},
        "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1",
        "cookies":[{"name":"sid","value":"2","path":"/","domain":"","httpOnly":true,"secure":false}],
        "headers":[{"name":"Set-Cookie","value":"sid=2; Path=/; HttpOnly"},{"name":"Content-Encoding","value":"gzip"}],
        "content":{"size":11,"compression":-9,"mimeType":"","text":"{\"b\":\"é\"}"},"redirectURL":"","headersSize":237,"bodySize":20},
        "cache":{},"timings":{"connect":-1.0,"ssl":-1.0,"send":0.5679130554199219,"receive":43.514251708984375,"wait":1.2743473052978516},
        "serverIPAddress":"127.0.0.1"},
        {"startedDateTime":"2026-11-20T21:59:13.599335+00:00","time":1.0,
        "request":{"method":"GET","url":"https://kite.example/","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"queryString":[],
        "headersSize":0,"bodySize":0},
        "response":{"status":0,"statusText":"","httpVersion":"","headers":[],"cookies":[],"content":{},"redirectURL":"","headersSize":-1,
        "bodySize":-1,"_transferSize":0,"_error":null},"cache":{},"timings":{"send":0,"receive":0,"wait":0}}]}}
        """#

    /// A HAR that no tool writes and the format allows: names of hyphens, members beside the log, odd types where none
    /// counts.
    static let byHand = #"""
        {"x":{"log":1},"log":{"-":["a"],"--":1,"entries":[
        {"-":"one","--":["cache"],"startedDateTime":"2026-11-20T21:59:12Z","time":1e2,"cache":null,"timings":[],
        "request":{"-":[],"method":"get","url":"/relative?a&&=1#?","headers":[{"-":1,"name":"Cookie","value":" a=b=c ;; d"}],
        "cookies":{},"queryString":"none","postData":{"-":2,"text":null,"encoding":"base64"},"headersSize":"-1","bodySize":null},
        "response":{"status":999,"headers":[],"content":null,"redirectURL":7,"cookies":0}},
        {"startedDateTime":"2026-11-20T21:59:12.000Z","time":0.0004,"request":{"method":"","url":"",
        "postData":{"mimeType":"application/x-www-form-urlencoded","text":"YT1i","encoding":"BASE64","params":[{"name":"a","value":"b"}]}},
        "response":{"status":200,"content":{"text":null,"encoding":""},"_a":{"-":1},"--":{}}},
        {"startedDateTime":"0001-01-01T00:00:00Z","request":{"method":"GET","url":"u","postData":{"text":"","encoding":null}},
        "response":{"status":0,"content":{"text":"partial"},"headers":[{"name":"A","value":"b"}],"_error":{"code":7}}}
        ]},"-":null}
        """#
}
