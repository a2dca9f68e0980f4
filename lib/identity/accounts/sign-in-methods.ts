/** The configured sign-in methods, beside wallets, which always work. */
import "server-only";
import { config } from "#lib/platform/config/config.ts";
import { hasMail } from "#lib/platform/mail/send-mail.ts";

export type SignInMethods = {
  email: boolean;
  /** The provider's display name; null without one. */
  oidc: { name: string } | null;
  /** The simulated market's mailbox page; null when mails are sent to a real server. */
  mailbox: string | null;
};

/** Public. */
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
