"use client";

import { type ReactNode, useId } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { CATALYST_TYPES } from "#lib/protocol/market-knowledge.ts";
import type { CatalystFilter } from "./filter-address.ts";

type FilterBarProps = {
  filter: CatalystFilter;
  /** The assets to choose from, besides the chosen one. */
  assets: readonly string[];
  onChange: (filter: CatalystFilter) => void;
};

const MAGNITUDES = [2, 3, 4, 5] as const;

/** The controls that filter the list. */
export function CatalystFilterBar({ filter, assets, onChange }: FilterBarProps) {
  const text = useText("catalysts");
  const { asset, type, minMagnitude } = filter;
  const offered = [...new Set([...assets, ...(asset === undefined ? [] : [asset])])].toSorted();
  return (
    <fieldset aria-label={text("filters")} className="flex flex-wrap items-end gap-3">
      <Choice
        label={text("asset")}
        value={asset ?? ""}
        onChange={(value) => onChange({ ...filter, asset: value || undefined })}
      >
        {offered.map((symbol) => (
          <option key={symbol} value={symbol}>
            {symbol}
          </option>
        ))}
      </Choice>
      <Choice
        label={text("type")}
        value={type ?? ""}
        onChange={(value) =>
          onChange({ ...filter, type: CATALYST_TYPES.find((one) => one === value) })
        }
      >
        {CATALYST_TYPES.map((one) => (
          <option key={one} value={one}>
            {text(`type_${one}`)}
          </option>
        ))}
      </Choice>
      <Choice
        label={text("leastMagnitude")}
        value={minMagnitude?.toString() ?? ""}
        onChange={(value) =>
          onChange({ ...filter, minMagnitude: value === "" ? undefined : Number(value) })
        }
      >
        {MAGNITUDES.map((magnitude) => (
          <option key={magnitude} value={magnitude}>
            {text("atLeast", { magnitude })}
          </option>
        ))}
      </Choice>
    </fieldset>
  );
}

type ChoiceProps = {
  label: string;
  /** Empty: no filter. */
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const text = useText("catalysts");
  const id = useId();
  return (
    <span className="flex min-w-0 flex-1 basis-24 flex-col gap-1 sm:flex-none sm:basis-auto">
      <label htmlFor={id} className="text-2xs text-ink-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="h-8 min-w-0 rounded border border-line-strong bg-raised px-2 text-sm pointer-coarse:h-11"
      >
        <option value="">{text("all")}</option>
        {children}
      </select>
    </span>
  );
}
