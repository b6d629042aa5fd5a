"""A stand-in of Adobe Pass and an MVPD for browsers' sign-on, over TLS on loopback; everything in it is invented.

usage: standin.py CERTIFICATE KEY; prints its port, then answers until it is killed.
"""

import base64
import http.server
import json
import ssl
import sys
import time
import uuid
from urllib.parse import parse_qs, urlsplit

MVPD = "https://login.mvpd.example/idp"
SIGNATURE = base64.b64encode(uuid.uuid5(uuid.NAMESPACE_URL, "signature").bytes * 8).decode()
NAME = base64.b64encode(uuid.uuid5(uuid.NAMESPACE_URL, "name").hex.encode()).decode()
INDEX = uuid.uuid5(uuid.NAMESPACE_URL, "index").hex
SESSION = str(uuid.uuid5(uuid.NAMESPACE_URL, "session")).upper()


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def date(seconds):
    return time.strftime("%Y/%m/%d %H:%M:%S GMT +0000", time.gmtime(seconds))


def signed(token):
    return f"<signatureInfo>{SIGNATURE}<signatureInfo>{token}"


def authentication_token(now, device):
    return signed(
        f"<simpleAuthenticationToken><simpleTokenAuthenticationGuid>{SESSION}</simpleTokenAuthenticationGuid>"
        "<simpleTokenRequestorID>SportsNet</simpleTokenRequestorID><simpleTokenDomainName>adobe.com</simpleTokenDomainName>"
        f"<simpleTokenExpires>{date(now + 30 * 86_400)}</simpleTokenExpires><simpleTokenMsoID>Rogers</simpleTokenMsoID>"
        f"<simpleTokenDeviceID><simpleTokenFingerprint>{device}</simpleTokenFingerprint></simpleTokenDeviceID>"
        f"<simpleSamlNameID>{NAME}</simpleSamlNameID><simpleSamlSessionIndex>{INDEX}</simpleSamlSessionIndex>"
        "</simpleAuthenticationToken>"
    )


def authorization_token(now, resource, device):
    return signed(
        "<simpleAuthorizationToken><simpleTokenRequestorID>SportsNet</simpleTokenRequestorID>"
        f"<simpleTokenResourceID>{escaped(resource)}</simpleTokenResourceID>"
        f"<simpleTokenTTL>{date(now + 86_400)}</simpleTokenTTL><simpleTokenMsoID>Rogers</simpleTokenMsoID>"
        f"<simpleTokenDeviceID><simpleTokenFingerprint>{device}</simpleTokenFingerprint></simpleTokenDeviceID>"
        "</simpleAuthorizationToken>"
    )


def media_token(now):
    return signed(
        f"<shortAuthorizationToken><sessionGUID>{SESSION}</sessionGUID><requestorID>SportsNet</requestorID>"
        f"<resourceID>x</resourceID><ttl>300000</ttl><issueTime>{date(now)}</issueTime><mvpdId>Rogers</mvpdId>"
        "</shortAuthorizationToken>"
    )


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "standin"
    device = ""

    def do_GET(self):
        self.answer("")

    do_HEAD = do_GET

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

    def answer(self, body):
        path = urlsplit(self.path).path
        form = {key: values[0] for key, values in parse_qs(body).items()}
        query = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}
        now = time.time()
        if path == "/indiv/devices":
            fingerprint = json.loads(body)["fingerprint"]
            Handler.device = base64.b64encode(fingerprint.encode()).decode()
            return self.send(201, "application/json; charset=UTF-8", json.dumps({"deviceId": Handler.device}),
                             ("pass_sfp", fingerprint))
        if path == "/o/client/register":
            return self.send_json({"client_id": str(uuid.uuid4()), "client_secret": str(uuid.uuid4()),
                                   "client_id_issued_at": int(now * 1000), "redirect_uris": ["app://com.example"],
                                   "grant_types": ["client_credentials"]})
        if path == "/o/client/token":
            return self.send_json({"access_token": uuid.uuid4().hex, "expires_in": 86_400, "token_type": "bearer",
                                   "created_at": int(now * 1000), "id": str(uuid.uuid4())})
        if path.startswith("/reggie/v1/"):
            return self.send_json({"id": str(uuid.uuid4()), "code": uuid.uuid4().hex[:7].upper(),
                                   "requestor": "SportsNet", "generated": int(now * 1000),
                                   "expires": int((now + 1_800) * 1000),
                                   "info": {"deviceId": form["deviceId"], "deviceType": None}})
        if path == "/adobe-services/authenticate/saml":
            return self.send_page(
                f'<form method="POST" action="{MVPD}/start"><input type="hidden" name="SAMLRequest" '
                f'value="PHNhbWxwOkF1dGhuUmVxdWVzdC8+"/><input type="hidden" name="RelayState" '
                f'value="{query["reg_code"]}"/></form>'
            )
        if path == "/idp/start":
            return self.send_page(
                f'<form method="POST" action="{MVPD}/login"><input type="hidden" name="RelayState" '
                f'value="{form["RelayState"]}"/><input name="UserName"/><input name="UserPassword" type="password"/></form>'
            )
        if path == "/idp/login":
            return self.send_page("Welcome back")
        if path == "/adobe-services/session":
            return self.send_xml(f"<session><authnToken>{escaped(authentication_token(now, self.device))}</authnToken></session>")
        if path == "/adobe-services/authorize":
            token = authorization_token(now, form["resource_id"], self.device)
            return self.send_xml(f"<result><authzToken>{escaped(token)}</authzToken></result>")
        if path == "/adobe-services/shortAuthorize":
            return self.send(200, "text/plain", media_token(now))
        if path.startswith("/api/v1/"):
            return self.send_json({"path": path})
        self.send(404, "text/plain", "not here")

    def send_json(self, value):
        self.send(200 if self.path.startswith("/api") else 201, "application/json; charset=UTF-8", json.dumps(value))

    def send_page(self, body):
        self.send(200, "text/html; charset=UTF-8", f"<html><body>{body}</body></html>")

    def send_xml(self, body):
        self.send(200, "text/xml; charset=UTF-8", body)

    def send(self, status, content_type, body, *headers):
        body = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    server.serve_forever()


main()
