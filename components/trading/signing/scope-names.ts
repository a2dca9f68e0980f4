/** The names of a signer's scopes. A file of its own: lists of keys are shown where nothing is signed. */
import type { FeatureText } from "#components/i18n/sources.ts";
import { SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";

/** The names of the set bits; unknown bits are shown as numbers. */
export function scopeNames(scopes: number, text: FeatureText<"signing">): string {
  const names: string[] = [];
  if (scopes & SIGNER_SCOPE.TRADE) names.push(text("scopeTrade"));
  if (scopes & SIGNER_SCOPE.CANCEL) names.push(text("scopeCancel"));
  if (scopes & SIGNER_SCOPE.COPY) names.push(text("scopeCopy"));
  const known = SIGNER_SCOPE.TRADE | SIGNER_SCOPE.CANCEL | SIGNER_SCOPE.COPY;
  if (scopes & ~known) names.push(text("unknownBits", { bits: scopes.toString() }));
  return names.length > 0 ? names.join(", ") : text("none");
}
