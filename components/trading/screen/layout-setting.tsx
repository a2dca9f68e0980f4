"use client";

import { Choice } from "#components/frame/preferences/choice.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LAYOUTS } from "#components/trading/screen/view/view.ts";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";

/** The choice of layout in the settings dialog. Phones have one layout, so it is shown on wide screens only. */
export default function LayoutSetting() {
  const text = useText("preferences");
  const shellText = useText("shell");
  const { layout, set } = useViewState();
  return (
    <Choice
      className="max-lg:hidden"
      label={text("layout")}
      hint={shellText("layoutHint")}
      value={layout}
      options={LAYOUTS.map((value) => ({ value, label: shellText(value) }))}
      onChange={(next) => set({ layout: next })}
    />
  );
}
