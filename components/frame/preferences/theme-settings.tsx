"use client";

import { useTheme } from "next-themes";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Choice } from "./choice.tsx";
import { setAppearance, useAppearance } from "./use-appearance.ts";

/** Theme, colours of rises and falls, and motion. */
export function ThemeSettings() {
  const text = useText("preferences");
  const { theme = "system", setTheme } = useTheme();
  const { palette, up, motion } = useAppearance();
  const blind = palette === "colour-blind";
  return (
    <>
      <Choice
        label={text("theme")}
        value={theme}
        options={[
          { value: "system", label: text("system") },
          { value: "dark", label: text("dark") },
          { value: "light", label: text("light") },
        ]}
        onChange={setTheme}
      />
      <Choice
        label={text("palette")}
        hint={text("paletteHint")}
        value={palette}
        options={[
          { value: "default", label: text("paletteDefault") },
          { value: "colour-blind", label: text("paletteColourBlind") },
        ]}
        onChange={(next) => setAppearance({ palette: next })}
      />
      <Choice
        label={text("up")}
        hint={text("upHint")}
        value={up}
        options={[
          { value: "green", label: text(blind ? "upBlue" : "upGreen") },
          { value: "red", label: text(blind ? "upOrange" : "upRed") },
        ]}
        onChange={(next) => setAppearance({ up: next })}
      >
        <Example />
      </Choice>
      <Choice
        label={text("motion")}
        value={motion}
        options={[
          { value: "system", label: text("motionSystem") },
          { value: "reduced", label: text("motionReduced") },
        ]}
        onChange={(next) => setAppearance({ motion: next })}
      />
    </>
  );
}

function Example() {
  const { percent } = useFormat();
  return (
    <span aria-hidden dir="ltr" className="flex gap-2 text-2xs font-medium">
      <span className="rounded-sm bg-up-soft px-1 text-up">{percent("0.0125")}</span>
      <span className="rounded-sm bg-down-soft px-1 text-down">{percent("-0.0125")}</span>
    </span>
  );
}
