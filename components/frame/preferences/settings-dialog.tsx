"use client";

import { useTheme } from "next-themes";
import { useRef } from "react";
import { singleKeys } from "#components/frame/commands/key-preferences.ts";
import { allCommands } from "#components/frame/commands/registry.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { LOCALE_NAMES, LOCALES } from "#components/i18n/locales.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { Choice } from "./choice.tsx";
import { askPolicy } from "./order-preferences.ts";
import { useSettingsSections } from "./settings-sections.ts";
import { setAppearance, useAppearance } from "./use-appearance.ts";
import { useSetLocale } from "./use-set-locale.ts";

/** Appearance, language and keys of the page. Every setting applies at once and stays in this browser. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const text = useText("preferences");
  const showKeys = useRef(false);
  const sections = useSettingsSections();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text("settings")}
      onClosed={() => {
        if (showKeys.current) allCommands().get("help.keys")?.run();
      }}
    >
      <div className="flex flex-col gap-4">
        <AppearanceSettings />
        <LanguageSetting />
        {sections.map(({ id, Content }) => (
          <Content key={id} />
        ))}
        <ConfirmationSetting />
        <KeySettings
          onShowKeys={() => {
            showKeys.current = true;
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}

function AppearanceSettings() {
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

function LanguageSetting() {
  const text = useText("preferences");
  const locale = useLocale();
  const setLocale = useSetLocale();
  return (
    <Choice
      label={text("language")}
      value={locale}
      options={LOCALES.map((value) => ({
        value,
        label: <span lang={value}>{LOCALE_NAMES[value]}</span>,
      }))}
      onChange={setLocale}
    />
  );
}

function ConfirmationSetting() {
  const text = useText("preferences");
  const { grouped } = useFormat();
  const policy = useStore(askPolicy);
  return (
    <Choice
      label={text("confirmations")}
      hint={text("confirmHint")}
      value={policy.mode}
      options={[
        { value: "never", label: text("askNever") },
        { value: "always", label: text("askAlways") },
        {
          value: "never-under",
          label: text("askNeverUnder", { limit: grouped(policy.limit) }),
        },
      ]}
      onChange={(mode) => askPolicy.set({ ...policy, mode })}
    />
  );
}

function KeySettings({ onShowKeys }: { onShowKeys: () => void }) {
  const text = useText("preferences");
  const words = useText("commands");
  const on = useStore(singleKeys);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-xs font-medium">{text("keys")}</legend>
      <Check label={words("singleKeys")} checked={on} onChange={singleKeys.set} />
      <p className="text-2xs text-ink-faint">{words("singleKeysHint")}</p>
      <Button size="xs" className="w-fit" onClick={onShowKeys}>
        {text("showKeys")}
      </Button>
    </fieldset>
  );
}
