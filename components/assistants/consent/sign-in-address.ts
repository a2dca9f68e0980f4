/** Where to sign in, and to come back to the page of consent from there. */
export function signInToConsent(path: string): string {
  return `/sign-in?next=${encodeURIComponent(path)}`;
}
