/**
 * The kind of record that is left of an authorization that was decided, for as long as its page would have waited: loaded
 * or answered again, the page can say so. The provider knows no such kind.
 */
export const DECIDED = "DecidedInteraction";
