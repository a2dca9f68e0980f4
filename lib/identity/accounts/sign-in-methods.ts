/** The ways to sign in that this service is set up for. A wallet always is one. */
import "server-only";
import { config } from "#lib/platform/config.ts";
import { hasMail } from "#lib/platform/mail/send-mail.ts";

export type SignInMethods = {
  email: boolean;
  /** What people call the provider; null without one. */
  oidc: { name: string } | null;
  /** Where the simulated market shows the mails that it received; null when mail leaves for elsewhere. */
  mailbox: string | null;
};

/** Anybody may ask. */
export function signInMethods(): SignInMethods {
  const { oidc, sandboxUrl, smtpUrl } = config();
  const isSimulated =
    sandboxUrl !== undefined &&
    smtpUrl !== undefined &&
    new URL(smtpUrl.reveal()).hostname === new URL(sandboxUrl).hostname;
  return {
    email: hasMail(),
    oidc: oidc === undefined ? null : { name: oidc.name },
    mailbox: isSimulated ? `${sandboxUrl}/mail` : null,
  };
}
