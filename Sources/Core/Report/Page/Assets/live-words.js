// The token, instants, what a request is called.

const base = "/_kinescope/";
// The token is in memory alone, and out of the address before anything else happens.
let token = "";
const takeToken = () => {
  const match = /[#&]token=([A-Za-z0-9_-]+)/.exec(location.hash);
  if (!match) return false;
  token = match[1];
  history.replaceState(null, "", location.pathname);
  return true;
};
// An instant in nanoseconds since 1970, which no number of a script's holds.
const nanoseconds = (instant) => {
  const match = /^(.*T\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(instant || "");
  const milliseconds = match ? Date.parse(`${match[1]}Z`) : NaN;
  if (Number.isNaN(milliseconds)) return null;
  return BigInt(milliseconds) * 1000000n + BigInt((match[2] || "").padEnd(9, "0"));
};
const remaining = (nano) => nano < 1000n ? `${nano} ns` : nano < 1000000n ? `${nano / 1000n} µs`
  : distance(Number(nano / (nano < 10000000000n ? 1000n : 1000000000n)
    * (nano < 10000000000n ? 1n : 1000000n)));
const kebab = (code) => code.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const expirationName = (item) => kebab(item.kind) + (item.subject ? ` ${item.subject}` : "");
const sourceWords = { simulated: "simulated service", recorded: "recording", unmatched: "unmatched",
  notSimulated: "not simulated", damaged: "damaged exchange", foreignHost: "host is not served", fault: "fault" };
const isMissed = (item) => ["unmatched", "notSimulated", "damaged", "foreignHost"].includes(item.source);
const nameOf = (item) => item.type === "step" ? item.text : item.vsa ? item.vsa.call
  : item.operation || `${item.method} ${pathOf(item.url)}`;
const pathOf = (url) => url.replace(/^[a-z]+:\/\/[^\/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
// What follows of the server's sentence, without the words that a row has elsewhere.
const remarkOf = (item) => item.type === "step"
  ? item.message.slice(item.text.length + 2).split("; ").slice(1).join("; ")
  : item.message.split(", ").slice(1).join(", ");
const call = async (name, text) => {
  const isChange = text !== undefined;
  const response = await fetch(base + name, { method: isChange ? "POST" : "GET", cache: "no-store",
    credentials: "omit", headers: token ? { Authorization: `Bearer ${token}` } : {},
    body: isChange ? text : undefined });
  return { status: response.status, value: await response.json() };
};
