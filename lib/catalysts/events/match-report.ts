/** Finds the catalysts to which a report belongs. */
import type { NewsDetails } from "#lib/catalysts/schema/news.ts";
import { EVENT_PARAMETERS as P } from "./parameters.ts";
import { isHistory, type Report } from "./report.ts";
import { parseFirstSeen, type TrackedCatalyst } from "./tracked-catalyst.ts";

/**
 * The catalysts to which the report belongs, oldest first. When it belongs to several, they turn
 * out to be one story.
 *
 * @param catalysts oldest first
 * @param at when the service learned of the report, Unix milliseconds
 */
export function findMatches(
  report: Report,
  catalysts: readonly TrackedCatalyst[],
  at: number,
): TrackedCatalyst[] {
  // ISO 8601 times sort as text.
  const now = new Date(at).toISOString();
  const followed = catalysts.filter(
    ({ event }) => event.merged_into === null && now <= event.tracked_until,
  );
  // Old items of a feed are not current news: only another version of a known report belongs.
  if (isHistory(report))
    return followed.filter(({ evidence }) => evidence.some(isVersionOf(report)));
  const byStory = followed.filter((catalyst) => isOfStory(report, catalyst));
  const byName = followed.filter(
    (catalyst) => !byStory.includes(catalyst) && isNamedBy(report, catalyst, at),
  );
  if (byStory.length === 0) return byName.slice(0, 1);
  const parted = byStory.find(
    ({ isSplit, evidence }) => isSplit && evidence.some(isVersionOf(report)),
  );
  // After the operator split a story, a changed text stays with its first version.
  if (parted !== undefined) return [parted];
  const oldest = byStory[0];
  // A catalyst that only names the same things is merged in as well, if the two do not contradict
  // each other.
  const bridged = byName.filter(
    (other) => oldest !== undefined && isOneMatter(oldest, other) && report.role === "report",
  );
  return [...byStory, ...bridged].toSorted(byAge);
}

/** The newest catalyst about the same matter that takes no more reports. */
export function findEarlier(
  report: Report,
  catalysts: readonly TrackedCatalyst[],
): TrackedCatalyst | undefined {
  return catalysts.findLast(
    (catalyst) =>
      catalyst.event.type === report.type &&
      catalyst.event.merged_into === null &&
      (isOfStory(report, catalyst) || hasSameNames(report, catalyst)),
  );
}

export function byAge(one: TrackedCatalyst, other: TrackedCatalyst): number {
  const [first, second] = [one.event.first_seen_at, other.event.first_seen_at];
  if (first !== second) return first < second ? -1 : 1;
  return one.event.id < other.event.id ? -1 : 1;
}

function isOfStory(report: Report, { evidence }: TrackedCatalyst): boolean {
  return evidence.some((one) => isVersionOf(report)(one) || one.storyId === report.storyId);
}

function isVersionOf({ id }: Report): (one: Report) => boolean {
  return (one) => one.id === id;
}

function isNamedBy(report: Report, catalyst: TrackedCatalyst, at: number): boolean {
  const { type } = catalyst.event;
  const isSameType = report.type === type || (report.role === "denial" && report.type === null);
  if (!isSameType || at > parseFirstSeen(catalyst) + P.joinMs[type]) return false;
  return hasSameNames(report, catalyst);
}

/**
 * True when the reports share an actor and its target, or an asset and another detail, and nothing
 * contradicts. An actor alone is not enough: one regulator has many cases.
 */
function hasSameNames(report: Report, { evidence }: TrackedCatalyst): boolean {
  const reports = evidence.filter(({ role }) => role === "report");
  if (reports.some((one) => isContrary(one, report))) return false;
  return reports.some((one) => {
    const hasActor = shareAny(one.details.actors, report.details.actors);
    const hasAsset = shareAny(subjectsOf(one), subjectsOf(report));
    const hasNone = subjectsOf(report).length === 0 && subjectsOf(one).length === 0;
    if (hasActor && (hasAsset || hasNone)) return true;
    return hasAsset && shareDetail(one.details, report.details);
  });
}

function isOneMatter(one: TrackedCatalyst, other: TrackedCatalyst): boolean {
  if (one.event.type !== other.event.type || one.isSplit || other.isSplit) return false;
  const newest = other.evidence.slice(-P.comparedReports);
  return !one.evidence
    .slice(-P.comparedReports)
    .some((report) => newest.some((against) => isContrary(report, against)));
}

function subjectsOf({ assets }: Report): string[] {
  return assets.filter(({ weight }) => weight >= P.subjectWeight).map(({ asset }) => asset);
}

/**
 * Different assets are different matters. So are good and bad news about one asset: a listing
 * contradicts a delisting.
 */
function isContrary(one: Report, other: Report): boolean {
  const isDenial = one.role === "denial" || other.role === "denial";
  const directions = [one.direction, other.direction];
  const areOpposed = directions.includes("positive") && directions.includes("negative");
  const [mine, theirs] = [subjectsOf(one), subjectsOf(other)];
  const areApart = mine.length > 0 && theirs.length > 0 && !shareAny(mine, theirs);
  return areApart || (areOpposed && !isDenial) || contradict(one.details, other.details);
}

function contradict(one: NewsDetails, other: NewsDetails): boolean {
  const differ = (first: readonly string[], second: readonly string[]) =>
    first.length > 0 && second.length > 0 && !shareAny(first, second);
  const hasAmounts = one.amounts.length > 0 && other.amounts.length > 0;
  return (
    differ(one.exchanges, other.exchanges) ||
    differ(one.days, other.days) ||
    (hasAmounts && !shareAmount(one.amounts, other.amounts))
  );
}

function shareDetail(one: NewsDetails, other: NewsDetails): boolean {
  return (
    shareAny(one.exchanges, other.exchanges) ||
    shareAny(one.days, other.days) ||
    shareAmount(one.amounts, other.amounts)
  );
}

function shareAmount(ones: readonly number[], others: readonly number[]): boolean {
  return ones.some((one) =>
    others.some((other) => Math.max(one, other) <= P.sameAmount * Math.min(one, other)),
  );
}

function shareAny(ones: readonly string[], others: readonly string[]): boolean {
  return ones.some((one) => others.includes(one));
}
