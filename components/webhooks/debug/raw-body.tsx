"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { CopyBox } from "#components/machines/parts/copy-box.tsx";

/** How frameworks give the bytes of a request, before they parse it. */
const WAYS = [
  {
    framework: "Express",
    code: `app.post("/hook", express.raw({ type: "application/json" }), (request, response) => {
  const body = request.body.toString("utf8"); // before any express.json()
});`,
  },
  {
    framework: "Next.js",
    code: `export async function POST(request) {
  const body = await request.text(); // not request.json()
}`,
  },
  {
    framework: "FastAPI",
    code: `@app.post("/hook")
async def hook(request: Request):
    body = (await request.body()).decode()  # no model as a parameter, no request.json()`,
  },
] as const;

/** For a receiver that parsed the body before it verified the signature. */
export function RawBody() {
  const text = useText("webhooks");
  return (
    <section aria-label={text("rawTitle")} className="mt-2 flex flex-col gap-2">
      <h3 className="text-sm font-medium">{text("rawTitle")}</h3>
      <p className="text-xs text-ink-muted">{text("rawText")}</p>
      {WAYS.map(({ framework, code }) => (
        <div key={framework} className="flex flex-col gap-1">
          <p className="text-xs font-medium">{framework}</p>
          <CopyBox label={framework} value={code} />
        </div>
      ))}
    </section>
  );
}
