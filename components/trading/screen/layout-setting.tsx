"use client";

import { Choice } from "#components/frame/preferences/choice.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LAYOUTS } from "#components/trading/view/view.ts";
import { useViewState } from "#components/trading/view/view-state.tsx";

/** The choice of layout in the settings dialog. Phones have one layout, so it is shown on wide screens only. */
export default function LayoutSetting() {
  const text = useText("preferences");
  const words = useText("shell");
  const { layout, set } = useViewState();
  return (
    <Choice
      className="max-lg:hidden"
      label={text("layout")}
      hint={words("layoutHint")}
      value={layout}
      options={LAYOUTS.map((value) => ({ value, label: words(value) }))}
      onChange={(next) => set({ layout: next })}
    />
  );
}
