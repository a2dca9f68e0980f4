/** The form of a partner's code: 3 to 24 of a to z, 0 to 9 and, between them, hyphens. */
export const CODE = /^[a-z0-9][a-z0-9-]{1,22}[a-z0-9]$/;
