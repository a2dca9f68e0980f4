import type { SecurityMailTexts } from "./security-texts.ts";

export const SECURITY_EN: SecurityMailTexts = {
  kinds: {
    session_opened: {
      subject: "Sign-in from a new browser",
      said: () => "Someone signed in to your account from a new browser.",
      notYou:
        "Not you? Use “Sign out everywhere” under Sessions, then remove sign-in methods that are not yours.",
    },
    identity_linked: {
      subject: "A sign-in method was added",
      said: ({ name }) => `${name} can now sign in to your account.`,
      notYou:
        "Not you? Remove it in the settings, sign out everywhere, then check your keys and connected apps.",
    },
    identity_unlinked: {
      subject: "A sign-in method was removed",
      said: ({ name }) => `${name} can no longer sign in to your account.`,
      notYou: "Not you? Sign in with another method, sign out everywhere, then add this one again.",
    },
    mcp_key_created: {
      subject: "A new MCP key",
      said: ({ name }) => `The MCP key “${name}” was created for your account.`,
      notYou: "Not you? Revoke the key and sign out everywhere.",
    },
    mcp_key_rotated: {
      subject: "An MCP key was replaced",
      said: ({ name }) => `The MCP key “${name}” was replaced by a new key.`,
      notYou: "Not you? Revoke the new key and sign out everywhere.",
    },
    bot_key_created: {
      subject: "A new bot key",
      said: ({ name }) => `The bot key “${name}” was created for your account.`,
      notYou: "Not you? Revoke the key and sign out everywhere.",
    },
    app_connected: {
      subject: "An app was connected",
      said: ({ name }) => `“${name}” may now act for your account.`,
      notYou: "Not you? Disconnect the app and sign out everywhere.",
    },
    app_token_reused: {
      subject: "An app was disconnected",
      said: ({ name }) =>
        `“${name}” was disconnected: a token that had already been used was sent again.`,
      notYou:
        "Two programs that share one connection cause this, and so does a stolen token. Connect the app again only if you know the reason.",
    },
    assistants_paused: {
      subject: "All assistants are paused",
      said: () =>
        "MCP keys and connected apps can no longer read your account, and no program can propose orders, until you continue.",
      notYou: "Not you? Sign out everywhere, then continue under Connected apps.",
    },
    assistants_resumed: {
      subject: "Assistants can act for you again",
      said: () => "The pause of your assistants ended: MCP keys and connected apps work again.",
      notYou: "Not you? Pause them again and sign out everywhere.",
    },
    proposal_limits_set: {
      subject: "Limits of an assistant were changed",
      said: ({ name, before }) =>
        `The limits of what “${name}” may propose were changed${before ? `. They were: ${before}` : ""}.`,
      notYou: "Not you? Pause all assistants and sign out everywhere.",
    },
    default_limits_set: {
      subject: "Limits of all other assistants were changed",
      said: ({ before }) =>
        `The limits of what keys, apps and bots without limits of their own may propose were changed${before ? `. They were: ${before}` : ""}.`,
      notYou: "Not you? Pause all assistants and sign out everywhere.",
    },
    push_browser_added: {
      subject: "A browser gets push notifications",
      said: ({ name }) =>
        `A browser now gets the push notifications of your account, through ${name}.`,
      notYou: "Not you? Then remove that browser, and sign out everywhere.",
    },
    trading_key_registered: {
      subject: "A trading key was registered",
      said: ({ name }) =>
        `The key “${name}” may now sign orders for your account. It cannot withdraw.`,
      notYou: "Not you? Revoke the key and cancel orders that are not yours.",
    },
    payout_wallet_changed: {
      subject: "Your payout wallet was changed",
      said: ({ name, before }) =>
        `Partner payouts will go to ${name}${before ? ` instead of ${before}` : ""}.`,
      notYou:
        "Not you? Cancel the change on the partner page, sign out everywhere, then check your sign-in methods.",
    },
    withdrawal_requested: {
      subject: "A withdrawal was requested",
      said: ({ name }) => `${name} USDC are on the way to your wallet.`,
      notYou: "Not you? Someone has the key of your wallet. Move its funds to another wallet now.",
    },
    account_deleted: {
      subject: "Your account was deleted",
      said: () =>
        "Your personal data was erased. Balances at the venue stay yours: your wallet can still withdraw them.",
      notYou: "Not you? Sign in again with your wallet and contact the operator of the service.",
    },
  },
  rights: (rights) => `It may: ${rights}.`,
  where: ({ time, address, agent }) =>
    `${time}${address ? `, from ${address}` : ""}${agent ? `, with ${agent}` : ""}.`,
  button: "Check your account",
  why: (site) =>
    `You get this email because the account at ${site} is yours. Security emails cannot be turned off.`,
};
