/** How far a time zone is from UTC, which changes with its clocks. Zones are IANA names; `undefined` is that of the browser. */

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Minutes by which the clocks of the zone are ahead of UTC at a moment in Unix milliseconds. */
export function zoneOffset(zone: string | undefined, at: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, format);
  // `5/12/2026, GMT-05:00`, and in UTC `5/12/2026, GMT`.
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(format.format(at)) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** `UTC-5`, `UTC+5:30`, or `UTC`; now, unless a moment in Unix milliseconds is given. */
export function offsetName(zone: string | undefined, at = Date.now()): string {
  const offset = zoneOffset(zone, at);
  if (offset === 0) return "UTC";
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const rest = minutes === 0 ? "" : `:${minutes.toString().padStart(2, "0")}`;
  return `UTC${offset < 0 ? "-" : "+"}${hours.toString()}${rest}`;
}
