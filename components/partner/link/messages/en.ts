import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  // Before joining
  joinTitle: "Earn from the fees of people you refer",
  joinIntro:
    "Share a link. People who sign up with it get {discount}% off trading fees, for life, and you earn {least}% to {most}% of every fee they pay.",
  levelsTitle: "The six levels",
  levelsText:
    "Your level follows the fees that your referrals paid in the last 30 days, to the second. A level applies as soon as its amount is reached.",
  level: "Level",
  levelFrom: "Referred fees in 30 days",
  levelShare: "Your share",
  levelExample: "Of {fee} USD in fees",
  stepsTitle: "In three steps",
  stepShare: "Sign in, choose a code, and share your link. Joining is free.",
  stepSignUp:
    "Anyone who opens your link and signs up within 90 days is your referral for good and pays {discount}% less in fees, for life.",
  stepEarn: "Each fee that they pay earns you the share of your level, from their first trade on.",
  payTitle: "When you are paid",
  signInToJoin: "Sign in to join",
  toPartner: "To your partner page",
  howItWorks: "How the programme works",
  fromAmount: "from {amount} USD",
  rulesTitle: "How it works",
  ruleProducts:
    "Perps, swaps and predictions pay the same share at every level. Copy trading counts as perps.",
  ruleRate:
    "Each fee pays the share of the level you had before it. The ledger records it for good, so you can always look up why a fee paid what it paid.",
  ruleExact:
    "Earnings are exact to the last digit. They are rounded only when paid: down to 0.000001 USDC, and the rest stays yours for the next payout.",
  rulePaid:
    "Payouts are sent in USDC to a wallet of your account. You see each one with its transaction, and can check every statement yourself.",
  ruleSelf: "Your own accounts do not count as referrals.",

  code: "Your code",
  codeHint: "3 to 24 lower-case letters, digits and hyphens. You cannot change it after joining.",
  codeFree: "Your link will be {link}",
  codeShort: "At least 3 characters.",
  codeLong: "At most 24 characters.",
  codeSigns: "Use only the letters a to z, digits and hyphens.",
  codeEdge: "A hyphen cannot be the first or last character.",
  codeTaken: "This code is taken.",
  takeInstead: "Use {code}",
  suggest: "Suggest another",
  join: "Join the programme",
  joining: "Joining…",
  confirmTitle: "Join with the code {code}?",
  confirmText:
    "You cannot change this code later. Once you have joined, you can add more links with other codes.",
  confirm: "Join with this code",
  otherCode: "Choose another code",
  joined: "You are now a partner. Share your link.",

  // The link of a partner
  linkTitle: "Your referral link",
  linkText:
    "People who sign up within 90 days of opening it are your referrals for good and get {discount}% off fees, for life.",
  link: "Referral link",
  codeIs: "Code {code}",
  allLinks: "All links and what came of them",
  loadingLinks: "Loading your links",
  linkName: "Link",
  firstLink: "Your first link",
  clicks: "Clicks",
  sign_ups: "Sign-ups",
  traders: "Traders",
  clicksHint:
    "Of all time. A browser counts once a day for each link. Nothing of the person is stored.",
  mostLinks: "You have {most} links, which is the most.",
  newLinkName: "Name of a new link",
  newLinkCode: "Code (empty: generated)",
  addLink: "Add link",
  shareBy: "Share on {name}",
  byMail: "Share by email",
  qr: "QR code",
  share: "Share",
  cardTitle: "Share card",
  cardAlt: "Image with the text: svc, {discount}% off fees, for life, {link}",
  cardFailed: "The image could not be loaded.",
  tryAgain: "Try again",
  copyImage: "Copy image",
  downloadImage: "Download",
  imageCopied: "The image was copied.",
  imageNotCopied: "The browser did not allow copying. Download the image instead.",
  shareText: "{discount}% off trading fees, for life:",
  notShared: "Sharing failed. Copy the link instead.",

  qrTitle: "QR code of your link",
  qrText: "It opens {link}",
  qrName: "QR code that opens {link}",
  asPng: "Download PNG",
  asSvg: "Download SVG",
} as const satisfies MessageFile;

export default messages;
