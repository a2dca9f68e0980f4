"use client";

import { useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Check } from "#components/ui/check.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { IdentityList } from "#lib/protocol/wire/identity.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import type { WebhookDraft } from "./draft.ts";

type FilterFieldsProps = {
  draft: WebhookDraft;
  change: (next: Partial<WebhookDraft>) => void;
  fault: "assets" | "conviction" | undefined;
  check: WebhookCheck | undefined;
  /** Markets and wallets are read when they are first shown. */
  isShown: boolean;
};

/** Narrows the events by market, wallet, asset and conviction. */
export function FilterFields({ draft, change, fault, check, isShown }: FilterFieldsProps) {
  const text = useText("webhooks");
  const unknown = check?.unknown.assets ?? [];
  const assetError =
    fault === "assets"
      ? text("assetsWrong")
      : unknown.length === 0
        ? undefined
        : text("assetsUnknown", { names: isolated(unknown.join(", ")) });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <MarketChoice
        isShown={isShown}
        chosen={draft.markets}
        onChange={(markets) => change({ markets })}
      />
      <WalletChoice
        isShown={isShown}
        chosen={draft.accounts}
        onChange={(accounts) => change({ accounts })}
      />
      <Labelled label={text("assets")} hint={text("assetsHint")} error={assetError}>
        {(ids) => (
          <input
            {...ids}
            dir="ltr"
            placeholder="BTC, ETH"
            value={draft.assets}
            onChange={({ currentTarget }) => change({ assets: currentTarget.value })}
            className={FIELD_BOX}
          />
        )}
      </Labelled>
      <Labelled
        label={text("conviction")}
        hint={text("convictionHint")}
        error={fault === "conviction" ? text("convictionWrong") : undefined}
      >
        {(ids) => (
          <input
            {...ids}
            dir="ltr"
            inputMode="decimal"
            placeholder="0.7"
            value={draft.conviction}
            onChange={({ currentTarget }) => change({ conviction: currentTarget.value.trim() })}
            className={FIELD_BOX}
          />
        )}
      </Labelled>
    </div>
  );
}

type ChoiceProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

type ReadChoiceProps = ChoiceProps & { isShown: boolean };

function MarketChoice({ isShown, ...props }: ReadChoiceProps) {
  const text = useText("webhooks");
  const { data, error } = useResource<readonly Market[]>(
    isShown ? "/api/perps-dex/markets" : undefined,
  );
  return (
    <Choice
      {...props}
      label={text("markets")}
      hint={text("marketsHint")}
      offered={data?.map(({ symbol }) => symbol)}
      failure={error === undefined ? undefined : text("marketsUnread")}
    />
  );
}

function WalletChoice({ isShown, ...props }: ReadChoiceProps) {
  const text = useText("webhooks");
  const { data, error } = useResource<IdentityList>(isShown ? "/api/v1/identities" : undefined);
  const wallets = data?.identities
    .filter(({ kind }) => kind === "wallet")
    .map(({ label }) => label);
  return (
    <Choice
      {...props}
      label={text("accounts")}
      hint={wallets?.length === 0 ? text("accountsNone") : text("accountsHint")}
      offered={wallets}
      failure={error === undefined ? undefined : text("accountsUnread")}
    />
  );
}

type OfferedProps = ChoiceProps & {
  label: string;
  hint: string;
  /** `undefined` while they are read. */
  offered: readonly string[] | undefined;
  failure: string | undefined;
};

/** Names that were chosen earlier stay in the list, so that they can be unticked. */
function Choice({ label, hint, offered = [], failure, chosen, onChange }: OfferedProps) {
  const names = [...new Set([...offered, ...chosen])];
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-xs font-medium">{label}</legend>
      <ul className="flex max-h-40 flex-col gap-1.5 overflow-y-auto empty:hidden">
        {names.map((name) => (
          <li key={name} className="[&>label]:pointer-coarse:min-h-11">
            <Check
              label={
                <bdi dir="ltr" translate="no" className="[overflow-wrap:anywhere]">
                  {name}
                </bdi>
              }
              checked={chosen.includes(name)}
              onChange={(isChosen) =>
                onChange(names.filter((one) => (one === name ? isChosen : chosen.includes(one))))
              }
            />
          </li>
        ))}
      </ul>
      <p className={failure === undefined ? "text-2xs text-ink-muted" : "text-2xs text-warn"}>
        {failure ?? hint}
      </p>
    </fieldset>
  );
}
