import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  termsTitle: "Terms for partners",
  termsIntro:
    "Partners who break them can be removed from the programme, and fees of such sign-ups reversed.",
  attributionTitle: "Which link counts",
  termLast:
    "The last link that a browser followed before the sign-up counts: last link wins. It counts for {days} days.",
  termCode:
    "A code that was typed at the sign-up replaces the link. Without a link, a code can be entered for 24 hours after the sign-up.",
  termLife: "A referral is yours for life, and so is the discount. Later links change nothing.",
  termExisting:
    "Links change nothing for people who already have an account, and their visits do not count as clicks.",
  cookieTitle: "Cookies",
  termCookie:
    "Your link sets one first-party cookie with your code and your tags for {days} days, and one for a day that counts clicks once. It stores nothing about the visitor.",
  forbiddenTitle: "Not allowed",
  forbidSelf: "Signing up yourself, people in your household, or people whom you pay for it.",
  forbidBrand:
    "Ads on the name of this service, or on names that look like it, in search engines and app stores.",
  forbidSpam:
    "Unrequested mails or messages, cookie stuffing, pop-unders, hidden frames and incentives for clicks.",
  forbidClaims:
    "Promises of profit, or claims that the service does not make itself. Say that trading can lose money.",
  forbidLook: "Pages, accounts or domains that look as if they were this service or its support.",
  forbidLaw:
    "Advertising where it is forbidden, and to people who are under age. You label ads as ads.",
  payTerms: "Pay",
  termPay:
    "You earn from fees that were really charged. A fee that is reversed is taken back at the rate at which it was booked.",
  termTax: "Taxes are yours. Statements can name you as the payee, so that they serve as invoices.",
  termEnd: "You can leave at any time. What you have earned until then is in your statements.",
  assetsTitle: "Banners and texts",
  assetsText:
    "Use them unchanged, with your own link behind them. The share card of your link is on your partner page.",
  bannerAlt: "svc: 10% off trading fees, for life",
  bannerName: "Banner {size}",
  bannerCode: "HTML of the banner {size}",
  download: "Download",
  textsTitle: "Texts to copy",
  copyShort:
    "10% off trading fees, for life, when you sign up with my link. Your wallet signs every order.",
  copyLong:
    "I trade perpetuals on svc: non-custodial, every order is signed by your own wallet. Sign up with my link and pay 10% less in trading fees, for life. Trading can lose money. Ad: I earn a share of your fees.",
  copyText: "this text",
} as const satisfies MessageFile;

export default messages;
