"""A small app on REST API v1 against `kinescope serve`, by its base URL: a code, the polls, AuthZ, a media token."""

import base64
import http.client
import json
import urllib.parse

ADOBE = "/api.auth.adobe.com"
DEVICE = base64.b64encode(b"browser-test-device").decode()


class App:
    """An app with one device, and how many requests it has made."""

    def __init__(self, port):
        self.port, self.count, self.token = port, 0, None

    def call(self, method, path, body=None, host=None, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Host": host} if host else {}
        if body is not None:
            headers["Content-Type"] = "application/json" if body.startswith("{") else "application/x-www-form-urlencoded"
        query = f"?{urllib.parse.urlencode(fields)}" if fields else ""
        try:
            connection.request(method, path + query, body, headers | {"Accept": "application/json"})
            response = connection.getresponse()
            self.count += 1
            return response, response.read().decode()
        finally:
            connection.close()

    def begin_sign_on(self):
        """Registers, gets a code, polls once; the address where a person signs in."""
        made = json.loads(self.call("POST", f"{ADOBE}/o/client/register", '{"software_statement":"made up"}')[1])
        token = self.call("POST", f"{ADOBE}/o/client/token", grant_type="client_credentials", client_id=made["client_id"],
                          client_secret=made["client_secret"])[1]
        self.token = json.loads(token)["access_token"]
        self.config()
        made = self.call("POST", f"{ADOBE}/reggie/v1/KITETV/regcode", f"deviceId={DEVICE}&deviceType=appletv")
        self.code = json.loads(made[1])["code"]
        self.poll()
        return f"http://127.0.0.1:{self.port}{ADOBE}/api/v1/authenticate?" + urllib.parse.urlencode(
            {"reg_code": self.code, "requestor_id": "KITETV", "mso_id": "Meadowlark", "domain_name": "adobe.com", "noflash": "true",
             "redirect_url": f"http://127.0.0.1:{self.port}/", "deviceId": DEVICE})

    def config(self):
        return self.call("GET", f"{ADOBE}/api/v1/config/KITETV")[0].status

    def poll(self):
        return self.call("GET", f"{ADOBE}/api/v1/checkauthn/{self.code}", requestor="KITETV", deviceId=DEVICE)[0].status

    def play(self):
        return self.call("GET", f"{ADOBE}/api/v1/authorize", requestor="KITETV", resource="KITE1", deviceId=DEVICE)[0].status

    def finish_sign_on(self):
        """What the poll, AuthN, AuthZ and the media token have as status."""
        ask = {"requestor": "KITETV", "deviceId": DEVICE}
        return [self.poll(), self.call("GET", f"{ADOBE}/api/v1/tokens/authn", **ask)[0].status, self.play(),
                self.call("GET", f"{ADOBE}/api/v1/mediatoken", resource="KITE1", **ask)[0].status]

    def foreign(self):
        """A host that is not served."""
        return self.call("GET", "http://elsewhere.example/")[0].status

    def hostile(self):
        """A path that would be markup."""
        path = "/%3Cimg%20src=x%20onerror=alert(1)%3E<img/src=x/onerror=alert(1)><b>"
        return self.call("GET", f"{ADOBE}{path}")[0].status
