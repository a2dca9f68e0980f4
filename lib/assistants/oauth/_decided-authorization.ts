/**
 * Model of the record that a decided authorization leaves until its page would have expired, so that the page can say that
 * it was decided. The provider itself does not know this model.
 */
export const DECIDED = "DecidedInteraction";
