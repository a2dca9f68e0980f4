"""A reader of the market stream in one file, to copy into your own project. Needs Python 3.9 and no package.
Everything that it does is described in docs/api/streams.md.

It stays connected: a refused or ended stream is opened again after 1 s, doubling to 15 s, and one that is silent for
40 s is dead. It follows the fills by id, so that a reconnect neither repeats one nor leaves one out.

    python3 clients/python/svc_client/market_stream.py http://localhost:3000 http://127.0.0.1:4000 BTCUSDC
"""

import http.client
import json
import os
import sys
import time
import urllib.parse
import urllib.request
from typing import Any, Callable, Iterable, Iterator, Optional, Tuple

FIRST_WAIT, LONGEST_WAIT = 1, 15
# A heartbeat comes every 15 s, so a longer silence is a dead connection.
SILENCE = 40
# The venue answers at once or not at all; the stream waits unread meanwhile.
TAPE_ANSWER, TAPE_RETRY = 3, 5


class StreamRefusal(Exception):
    """The request can never succeed: an unknown market, event or interval."""


class Refused(Exception):
    """Refused for now: too many streams (429), or full or restarting (503)."""

    def __init__(self, status, retry_after):
        super().__init__(f"the server answered {status}")
        self.retry_after = retry_after


class Tape:
    """Passes on each fill once and in order, by its id. Two fills can share a millisecond, but never an id."""

    def __init__(self, venue_url, market, wanted):
        self._venue_url, self._market, self._wanted = venue_url, market, wanted
        self._last, self._looked = None, False
        # False until the fills of the time without a stream have been read; fills from the stream may repeat those.
        self._current, self._next_look = False, 0

    def disconnected(self):
        self._current, self._next_look = False, 0

    def append(self, trades):
        """The new ones among `trades`."""
        if not self._current:
            return []
        fresh = [trade for trade in trades if self._last is None or trade["id"] > self._last["id"]]
        if fresh:
            self._last = fresh[-1]
        return fresh

    def catch_up(self):
        """Reads the latest page first, later everything since the last fill.

        When the venue does not answer, the reader asks again later.
        """
        if not self._wanted or self._current or time.monotonic() < self._next_look:
            return []
        try:
            missed = self._read()
        except (OSError, http.client.HTTPException, ValueError):
            self._next_look = time.monotonic() + TAPE_RETRY
            return []
        self._looked = self._current = True
        return self.append(missed)

    def _read(self):
        query = {"market": self._market, "page_size": 100}
        if self._looked:
            query = {**query, "page_size": 1000, "start_at": self._last["created_at"] if self._last else 0}
        fills = []
        while True:
            url = f"{self._venue_url}/v1/trades?{urllib.parse.urlencode(query)}"
            with urllib.request.urlopen(url, timeout=TAPE_ANSWER) as answer:
                page = json.load(answer)
            fills += page["results"]
            if page["next"] is None or not self._looked:
                return fills
            query = {"market": self._market, "page_size": 1000, "cursor": page["next"]}


def connect(base_url, query):
    """Opens the stream. A read times out after the silence that means a dead connection."""
    address = urllib.parse.urlsplit(base_url)
    secure = address.scheme == "https"
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = kind(address.netloc, timeout=SILENCE)
    path = f"{address.path.rstrip('/')}/api/perps-dex/stream?{urllib.parse.urlencode(query)}"
    connection.request("GET", path, headers={"Accept": "text/event-stream"})
    answer = connection.getresponse()
    if answer.status == 200:
        return connection, answer
    text = answer.read(65536).decode("utf-8", "replace")
    connection.close()
    if 400 <= answer.status < 500 and answer.status != 429:
        raise StreamRefusal(text)
    header = answer.getheader("Retry-After", "")
    raise Refused(answer.status, int(header) if header.isdigit() else 0)


def messages(answer):
    """Server-sent events: `event:` and `data:` lines, and an empty line after each message."""
    fields = {}
    while True:
        line = answer.readline()
        if not line:
            return
        text = line.decode("utf-8").rstrip("\r\n")
        if text:
            name, _, value = text.partition(": ")
            fields[name] = value
            continue
        # A block without data has nothing for a reader.
        if "data" in fields:
            yield fields.get("event", ""), json.loads(fields["data"])
        fields = {}


def market_stream(
    base_url: str,
    venue_url: str,
    market: str,
    events: Optional[Iterable[str]] = None,
    klines: Optional[Iterable[str]] = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Tuple[str, Any]]:
    """Endless (event, data). This reader makes `connected` and `disconnected`; the server sends the rest."""
    query = {"market": market}
    if events is not None:
        query["events"] = ",".join(events)
    if klines is not None:
        query["kline"] = ",".join(klines)
    tape = Tape(venue_url, market, wanted=events is None or "trades" in events)
    wait = FIRST_WAIT
    while True:
        reason, asked_to_wait, connection = "the server ended the stream", 0, None
        try:
            connection, answer = connect(base_url, query)
            yield "connected", None
            # The stream is open: it brings every later fill, and the tape has every earlier one.
            missed = tape.catch_up()
            if missed:
                yield "trades", missed
            for event, data in messages(answer):
                wait = FIRST_WAIT
                fresh = tape.append(data) if event == "trades" else data
                if event != "trades" or fresh:
                    yield event, fresh
                missed = tape.catch_up()
                if missed:
                    yield "trades", missed
        except (OSError, http.client.HTTPException, Refused, ValueError) as error:
            asked_to_wait = getattr(error, "retry_after", 0)
            reason = f"{type(error).__name__}: {error}"
        finally:
            tape.disconnected()
            if connection is not None:
                connection.close()
        pause = max(wait, asked_to_wait)
        yield "disconnected", {"reason": reason, "retry_in": pause}
        sleep(pause)
        wait = min(wait * 2, LONGEST_WAIT)


if __name__ == "__main__":
    arguments = sys.argv[1:] + ["http://localhost:3000", "http://127.0.0.1:4000", "BTCUSDC"][len(sys.argv) - 1 :]
    for name, payload in market_stream(*arguments[:3], events=["mark", "trades", "kline"], klines=["1m"]):
        try:
            print(name, json.dumps(payload), flush=True)
        except BrokenPipeError:
            # The reader of the output, such as `head`, has seen enough. Python would report it once more at its end.
            os._exit(0)
