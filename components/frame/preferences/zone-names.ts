/** The zones to choose from: of the browser, UTC, and of places with a large market, from west to east. */
import type { FeatureText } from "#components/i18n/sources.ts";
import { offsetName } from "#components/i18n/zone-offset.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { ownZone, timeZone } from "./time-zone.ts";

const PLACES = {
  "America/Los_Angeles": "zoneLosAngeles",
  "America/Chicago": "zoneChicago",
  "America/New_York": "zoneNewYork",
  "America/Sao_Paulo": "zoneSaoPaulo",
  "Europe/London": "zoneLondon",
  "Europe/Berlin": "zoneFrankfurt",
  "Europe/Zurich": "zoneZurich",
  "Asia/Dubai": "zoneDubai",
  "Asia/Kolkata": "zoneMumbai",
  "Asia/Singapore": "zoneSingapore",
  "Asia/Hong_Kong": "zoneHongKong",
  "Asia/Shanghai": "zoneShanghai",
  "Asia/Tokyo": "zoneTokyo",
  "Asia/Seoul": "zoneSeoul",
  "Australia/Sydney": "zoneSydney",
} as const;

export type ZoneChoice = {
  /** An IANA name; `local` follows the browser. */
  value: string;
  label: string;
};

export const LOCAL = "local";

/** Each with its distance from UTC at this moment: `New York (UTC-5)`. */
export function zoneChoices(text: FeatureText<"preferences">): ZoneChoice[] {
  const now = Date.now();
  const withOffset = (name: string, zone: string | undefined) =>
    text("zoneAt", { name, offset: isolated(offsetName(zone, now)) });
  const chosen = timeZone.get();
  const isListed = chosen === undefined || chosen === "UTC" || Object.hasOwn(PLACES, chosen);
  return [
    {
      value: LOCAL,
      label: withOffset(text("zoneLocal", { zone: isolated(ownZone()) }), undefined),
    },
    { value: "UTC", label: "UTC" },
    ...(isListed ? [] : [{ value: chosen, label: withOffset(isolated(chosen), chosen) }]),
    ...Object.entries(PLACES).map(([zone, key]) => ({
      value: zone,
      label: withOffset(text(key), zone),
    })),
  ];
}

/** @param value as in a `ZoneChoice` */
export function chooseZone(value: string): void {
  timeZone.set(value === LOCAL ? undefined : value);
}
