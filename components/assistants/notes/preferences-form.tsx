"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import {
  ANSWER_LANGUAGES,
  type AssistantPreferences,
  DETAILS,
  EXPERIENCES,
  RISK_LENGTH,
} from "#lib/protocol/assistant-preferences.ts";
import type { PreferencesAnswer } from "#lib/protocol/wire/assistant.ts";
import { PREFERENCES } from "./note.ts";

/** The values of the form; an empty text stands for "not set". */
type Chosen = Record<"language" | "detail" | "experience" | "risk", string>;

const chosenOf = ({ language, detail, experience, risk }: AssistantPreferences): Chosen => ({
  language: language ?? "",
  detail: detail ?? "",
  experience: experience ?? "",
  risk: risk ?? "",
});

type PreferencesFormProps = {
  saved: AssistantPreferences;
  onSaved: (answer: PreferencesAnswer) => void;
};

/** How assistants should answer the user. */
export function PreferencesForm({ saved, onSaved }: PreferencesFormProps) {
  const text = useText("assistantNotes");
  const [chosen, setChosen] = useState(() => chosenOf(saved));
  const { run, pending, error } = useAction((body: Record<string, string | null>) =>
    write<PreferencesAnswer>("PATCH", PREFERENCES, body),
  );
  const set = (key: keyof Chosen) => (value: string) => setChosen({ ...chosen, [key]: value });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run(
      Object.fromEntries(
        Object.entries(chosen).map(([key, value]) => [key, value.trim() === "" ? null : value]),
      ),
    );
    if (answer?.ok !== true) return;
    const next = answer.body;
    setChosen(chosenOf(next.preferences));
    onSaved(next);
    notify({ tone: "good", text: text("preferencesSaved") });
  };
  return (
    <section aria-label={text("preferences")} className="flex flex-col gap-3">
      <div>
        <h2 className="text-base font-semibold">{text("preferences")}</h2>
        <p className="max-w-2xl text-xs text-ink-muted">{text("preferencesText")}</p>
      </div>
      <form
        noValidate
        className="flex flex-col gap-4 rounded-md border bg-surface p-4"
        onSubmit={(event) => void save(event)}
      >
        <Fields chosen={chosen} set={set} />
        <ActionFailure error={error} />
        <Button size="md" tone="primary" type="submit" className="self-end" aria-disabled={pending}>
          {text(pending ? "saving" : "savePreferences")}
        </Button>
      </form>
    </section>
  );
}

type FieldsProps = {
  chosen: Chosen;
  set: (key: keyof Chosen) => (value: string) => void;
};

function Fields({ chosen, set }: FieldsProps) {
  const text = useText("assistantNotes");
  return (
    <>
      <Language value={chosen.language} onChange={set("language")} />
      <Choice
        label={text("detail")}
        value={chosen.detail}
        options={DETAILS.map((value) => ({ value, label: text(`detail_${value}`) }))}
        onChange={set("detail")}
      />
      <Choice
        label={text("experience")}
        value={chosen.experience}
        options={EXPERIENCES.map((value) => ({ value, label: text(`experience_${value}`) }))}
        onChange={set("experience")}
      />
      <Labelled label={text("risk")} hint={text("riskHint", { count: RISK_LENGTH })}>
        {(ids) => (
          <input
            {...ids}
            dir="auto"
            className={FIELD_BOX}
            value={chosen.risk}
            placeholder={text("riskPlaceholder")}
            maxLength={RISK_LENGTH}
            autoComplete="off"
            onChange={(event) => set("risk")(event.currentTarget.value)}
          />
        )}
      </Labelled>
    </>
  );
}

type FieldProps = { value: string; onChange: (value: string) => void };

function Language({ value, onChange }: FieldProps) {
  const text = useText("assistantNotes");
  const locale = useLocale();
  const names = new Intl.DisplayNames(INTL_LOCALE[locale], { type: "language" });
  const languages = ANSWER_LANGUAGES.map((code) => ({ code, name: names.of(code) ?? code }));
  const order = new Intl.Collator(INTL_LOCALE[locale]);
  return (
    <Labelled label={text("language")}>
      {(ids) => (
        <select
          {...ids}
          className={`${FIELD_BOX} sm:max-w-72`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{text("notSaid")}</option>
          {languages
            .toSorted((one, other) => order.compare(one.name, other.name))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </select>
      )}
    </Labelled>
  );
}

type ChoiceProps = FieldProps & {
  label: string;
  options: readonly { value: string; label: string }[];
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const text = useText("assistantNotes");
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs font-medium">{label}</p>
      <ToggleGroup
        label={label}
        value={value}
        options={[{ value: "", label: text("notSaid") }, ...options]}
        onChange={onChange}
        className="flex-wrap gap-1"
        itemClassName="border border-line-strong px-2.5 py-1 text-xs pointer-coarse:min-h-[46px] has-focus-visible:outline-2 has-focus-visible:outline-accent"
      />
    </div>
  );
}
