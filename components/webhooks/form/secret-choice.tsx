"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";

/** Whether the API accepts it. */
export function isOwnSecret(secret: string): boolean {
  return /^[!-~]{16,256}$/.test(secret);
}

type SecretChoiceProps = {
  /** `undefined`: the service makes one. */
  secret: string | undefined;
  isWrong: boolean;
  onChange: (secret: string | undefined) => void;
};

/** A secret that the service makes, or the user's own. */
export function SecretChoice({ secret, isWrong, onChange }: SecretChoiceProps) {
  const text = useText("webhooks");
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs font-medium">{text("secret")}</p>
      <ToggleGroup
        label={text("secret")}
        value={secret === undefined ? "made" : "own"}
        options={[
          { value: "made", label: text("secretMade") },
          { value: "own", label: text("secretOwn") },
        ]}
        onChange={(value) => onChange(value === "own" ? "" : undefined)}
        className="flex-wrap gap-1"
        itemClassName={TOGGLE_ITEM}
      />
      {secret === undefined ? (
        <p className="max-w-2xl text-2xs text-ink-muted">
          {text("secretMadeHint")} {text("secretStandardMade")}
        </p>
      ) : (
        <Labelled
          label={text("secretOwnLabel")}
          hint={`${text("secretOwnHint")} ${text("secretStandardOwn")}`}
          error={isWrong ? text("secretOwnHint") : undefined}
        >
          {(ids) => (
            <input
              {...ids}
              dir="ltr"
              type="password"
              autoComplete="new-password"
              value={secret}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              className={FIELD_BOX}
            />
          )}
        </Labelled>
      )}
    </div>
  );
}
