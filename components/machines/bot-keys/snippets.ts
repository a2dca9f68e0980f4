/** Complete sample calls: each needs the two variables and no package. Tests run them as shown. */

export type SnippetKind = "typescript" | "python" | "shell";

/** The variables that the calls read; no other text contains the secret. */
export function variables(id: string, secret: string): string {
  return `export BOT_KEY_ID=${id}\nexport BOT_KEY_SECRET=${secret}\n`;
}

/** `origin` of the application, such as http://localhost:3000. */
export function snippet(kind: SnippetKind, origin: string): string {
  if (kind === "typescript") return typescript(origin);
  return kind === "python" ? python(origin) : shell(origin);
}

function typescript(origin: string): string {
  return `// bot.mjs, run by: node bot.mjs (Node 20 or later). It is TypeScript as well: bot.mts from Node 22.18 on.
import { createHash, createHmac, randomUUID } from "node:crypto";

const { BOT_KEY_ID: id = "", BOT_KEY_SECRET: secret = "" } = process.env;

// All but A-Z a-z 0-9 - _ . ~ is percent-encoded.
const encode = (text = "") =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => "%" + one.charCodeAt(0).toString(16).toUpperCase(),
  );

async function read(path = "", query = {}) {
  const pairs = Object.entries(query).map(([name, value]) => [encode(name), encode(String(value))]);
  pairs.sort(([one = ""], [other = ""]) => (one < other ? -1 : 1));
  const search = pairs.map((pair) => pair.join("=")).join("&");
  const target = search ? path + "?" + search : path;
  const timestamp = String(Date.now());
  const nonce = randomUUID();
  const body = createHash("sha256").update("").digest("hex");
  const text = [timestamp, nonce, "GET", target, body].join("\\n");
  const answer = await fetch("${origin}" + target, {
    headers: {
      "X-Bot-Key": id,
      "X-Bot-Timestamp": timestamp,
      "X-Bot-Nonce": nonce,
      "X-Bot-Signature": createHmac("sha256", secret).update(text).digest("hex"),
    },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

console.log(JSON.stringify(await read("/api/bot/v1/whoami")));
`;
}

function python(origin: string): string {
  return `# bot.py, run by: python3 bot.py (Python 3.9 or later)
import hashlib, hmac, json, os, secrets, time, urllib.request
from urllib.parse import quote


def read(path, **query):
    pairs = sorted((quote(name, safe=""), quote(value, safe="")) for name, value in query.items())
    search = "&".join(name + "=" + value for name, value in pairs)
    target = path + "?" + search if search else path
    timestamp = str(time.time_ns() // 1_000_000)
    nonce = secrets.token_urlsafe(24)
    body = hashlib.sha256(b"").hexdigest()
    text = "\\n".join([timestamp, nonce, "GET", target, body])
    secret = os.environ["BOT_KEY_SECRET"].encode()
    headers = {
        "X-Bot-Key": os.environ["BOT_KEY_ID"],
        "X-Bot-Timestamp": timestamp,
        "X-Bot-Nonce": nonce,
        "X-Bot-Signature": hmac.new(secret, text.encode(), hashlib.sha256).hexdigest(),
    }
    request = urllib.request.Request("${origin}" + target, headers=headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


print(json.dumps(read("/api/bot/v1/whoami")))
`;
}

function shell(origin: string): string {
  return `# Needs curl and openssl. The secret shows in the list of processes while openssl runs: for a first look only.
target=/api/bot/v1/whoami
timestamp=$(date +%s)000
nonce=$(openssl rand -hex 16)
body=$(printf '' | openssl dgst -sha256 -r | cut -d' ' -f1)
signature=$(printf '%s\\n%s\\nGET\\n%s\\n%s' "$timestamp" "$nonce" "$target" "$body" |
  openssl dgst -sha256 -hmac "$BOT_KEY_SECRET" -r | cut -d' ' -f1)
curl --silent --show-error --fail-with-body "${origin}$target" \\
  -H "X-Bot-Key: $BOT_KEY_ID" -H "X-Bot-Timestamp: $timestamp" \\
  -H "X-Bot-Nonce: $nonce" -H "X-Bot-Signature: $signature"
`;
}
