"""Makes the calls of recorded.json with svc.py, and compares each request with that of svc.mjs byte for byte.

Where the package ccxt is installed, svc.py runs on it. Elsewhere a stand-in of its base class carries the requests.

    python3 docs/api/ccxt/check_recorded.py
"""

import json
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

try:
    import ccxt  # noqa: F401

    REAL = True
except ImportError:
    sys.path.insert(0, str(FOLDER / "stand_in"))
    REAL = False
sys.path.insert(0, str(FOLDER))

from svc import svc  # noqa: E402

RECORDED = json.loads((FOLDER / "recorded.json").read_text())
HEADERS = [
    "Authorization",
    "Content-Type",
    "X-Account-Pubkey",
    "X-Signature",
    "X-Signature-Timestamp",
    "X-Signer-Pubkey",
]


class Recorder(svc):
    def milliseconds(self):
        return RECORDED["now"]

    def throttle(self, cost=None):
        return None

    def fetch(self, url, method="GET", headers=None, body=None):
        sent = {name: headers[name] for name in HEADERS if name in (headers or {})}
        target = url[len(RECORDED["url"]):]
        self.requests.append({"method": method, "target": target, "headers": sent, "body": body})
        answer = RECORDED["answers"][f"{method} {target.split('?')[0]}"]
        if "refusal" in answer:
            status, refusal = answer["status"], answer["refusal"]
            self.handle_errors(status, "", url, method, {}, json.dumps(refusal), refusal, headers, body)
        return answer


def snake_case(name):
    return re.sub("([A-Z]+)", r"_\1", name).lower()


def main():
    differences = 0
    compared = 0
    exchange = Recorder({**RECORDED["credentials"], "urls": {"api": RECORDED["url"]}})
    exchange.requests = []
    exchange.load_markets()
    for call in RECORDED["calls"]:
        name = snake_case(call["method"])
        if not REAL and not hasattr(svc, name):
            # The base class makes it of another method.
            continue
        exchange.requests = []
        exchange.options["lastTimestamp"] = 0
        error = None
        try:
            getattr(exchange, name)(*call["args"])
        except Exception as thrown:
            error = type(thrown).__name__
        same = exchange.requests == call["requests"] and error == call.get("error")
        compared += 1
        if not same:
            differences += 1
            print(f"{call['method']}{call['args']} differs:", file=sys.stderr)
            print(json.dumps({"requests": exchange.requests, "error": error}), file=sys.stderr)
            print(json.dumps({"requests": call["requests"], "error": call.get("error")}), file=sys.stderr)
    print(f"{compared} calls, {differences} differences" + ("" if REAL else ", without the package ccxt"))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
