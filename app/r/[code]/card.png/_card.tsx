/** The share card, rendered by `next/og`, which supports only flex boxes and inline styles. */
import { ImageResponse } from "next/og";
import { DISCOUNT_PERCENT } from "#lib/protocol/partner/partner-levels.ts";

/** The size that large sites show uncropped (Open Graph). */
export const CARD = { width: 1200, height: 630 } as const;

export const CARD_THEMES = ["dark", "light"] as const;
export type CardTheme = (typeof CARD_THEMES)[number];

type Colours = Readonly<Record<"canvas" | "ink" | "muted" | "line" | "accent" | "bars", string>>;

const COLOURS: Readonly<Record<CardTheme, Colours>> = {
  dark: {
    canvas: "#0b0f14",
    ink: "#f2f5f8",
    muted: "#a3adb8",
    line: "#232b35",
    accent: "#a59bff",
    bars: "#24497f",
  },
  light: {
    canvas: "#ffffff",
    ink: "#14181d",
    muted: "#535d68",
    line: "#d5dbe2",
    accent: "#4f46c8",
    bars: "#b9cdec",
  },
};

/** Height of each ornamental bar in pixels; not a figure. */
const BARS = [44, 76, 60, 104, 90, 134, 120, 170, 156, 212, 196, 264];

const COLUMN = { width: "100%", height: "100%", display: "flex", flexDirection: "column" } as const;
const HEADLINE = { display: "flex", fontSize: 104, lineHeight: 1.05, letterSpacing: -4 } as const;

export type CardText = { code: string /** Without its scheme. */; link: string };

/** A PNG of {@link CARD}'s size. All texts are Latin, which the bundled font covers. */
export async function drawCard(text: CardText, theme: CardTheme): Promise<Uint8Array<ArrayBuffer>> {
  const image = new ImageResponse(<Card {...text} colours={COLOURS[theme]} />, CARD);
  return new Uint8Array(await image.arrayBuffer());
}

/** The sign of `app/icon.svg`. */
function Sign({ ink, accent }: Colours) {
  return (
    <svg
      width={60}
      height={60}
      viewBox="1.5 1.5 21 21"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      style={{ marginRight: 18 }}
    >
      <path d="M4 19h9.5a5 5 0 0 0 0-10" stroke={ink} />
      <path d="M20 5h-9.5a5 5 0 0 0 0 10" stroke={accent} />
    </svg>
  );
}

function Card({ code, link, colours }: CardText & { colours: Colours }) {
  const { canvas, ink, muted, line, accent } = colours;
  return (
    <div style={{ ...COLUMN, position: "relative", background: canvas, color: ink }}>
      <Ornament {...colours} />
      <div style={{ ...COLUMN, justifyContent: "space-between", padding: "60px 72px" }}>
        <div style={{ display: "flex", alignItems: "center", justifyContent: "space-between" }}>
          <div style={{ display: "flex", alignItems: "center", fontSize: 60, letterSpacing: -2 }}>
            <Sign {...colours} />
            svc
          </div>
          <div
            style={{
              display: "flex",
              border: `2px solid ${line}`,
              borderRadius: 12,
              padding: "8px 24px",
              fontSize: sizeFor(code, 620, 34),
            }}
          >
            <div style={{ display: "flex", marginRight: 14, color: muted }}>Code</div>
            {code}
          </div>
        </div>
        <div style={{ display: "flex", flexDirection: "column" }}>
          <div style={HEADLINE}>{`${DISCOUNT_PERCENT}% off fees,`}</div>
          <div style={{ ...HEADLINE, color: accent }}>for life</div>
        </div>
        <div
          style={{
            display: "flex",
            flexDirection: "column",
            borderTop: `2px solid ${line}`,
            paddingTop: 24,
          }}
        >
          <div style={{ display: "flex", fontSize: 24, color: muted }}>Sign up at</div>
          <div style={{ display: "flex", fontSize: sizeFor(link, 1050, 44), color: accent }}>
            {link}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Width of the widest letter as a share of its height. */
const WIDEST = 0.82;
const USUAL = 0.58;

/** The largest font size up to `most` at which a text of this length fits into a line of `width` pixels. */
function sizeFor(text: string, width: number, most: number): number {
  const wide = text.match(/[mw]/g)?.length ?? 0;
  const ems = wide * WIDEST + (text.length - wide) * USUAL;
  return Math.min(most, Math.floor(width / ems));
}

function Ornament({ canvas, bars }: Colours) {
  return (
    <div
      style={{
        position: "absolute",
        right: 72,
        bottom: 178,
        display: "flex",
        alignItems: "flex-end",
      }}
    >
      {BARS.map((height) => (
        <div
          key={height}
          style={{
            display: "flex",
            width: 18,
            height,
            marginLeft: 10,
            borderRadius: 4,
            background: `linear-gradient(to top, ${canvas}, ${bars})`,
          }}
        />
      ))}
    </div>
  );
}
