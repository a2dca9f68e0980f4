import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  // Before joining
  joinTitle: "Earn from the fees of people you refer",
  joinIntro:
    "Share a link. People who sign up with it get {discount}% off trading fees, for life. You earn {least}% to {most}% of every fee they pay.",
  levelsTitle: "The six levels",
  levelsText:
    "Your level depends on the fees your referrals paid in the last 30 days. You move up as soon as you reach the amount.",
  level: "Level",
  levelFrom: "Referred fees in 30 days",
  levelShare: "Your share",
  levelExample: "Of {fee} USD in fees",
  stepsTitle: "In three steps",
  stepShare: "Sign in, choose a code, and share your link. Joining is free.",
  stepSignUp:
    "Anyone who opens your link and signs up within 90 days is your referral. They pay {discount}% less in fees, for life.",
  stepEarn: "You earn your level's share of each fee they pay, from their first trade.",
  payTitle: "When you are paid",
  signInToJoin: "Sign in to join",
  toPartner: "To your partner page",
  howItWorks: "How the programme works",
  fromAmount: "from {amount} USD",
  rulesTitle: "How it works",
  ruleProducts:
    "Perps, swaps and predictions pay the same share at every level. Copy trading counts as perps.",
  ruleRate:
    "Each fee pays the share of your level at that time. You can look up the reason for every fee.",
  ruleExact:
    "Earnings are exact to the last digit. Payouts are rounded down to 0.000001 USDC, and the rest stays for the next payout.",
  rulePaid:
    "Payouts are sent in USDC to a wallet of your account. You see each transaction and can verify every statement.",
  ruleSelf:
    "Your own accounts do not count as referrals. We check your linked and payout wallets, the browser of each sign-up, and whether your wallets funded the new one.",
  ruleReview:
    "A sign-up that looks like your own is held for review. It keeps earning, and is paid once accepted.",

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
    "People who open it and sign up within 90 days are your referrals. They get {discount}% off fees, for life.",
  link: "Referral link",
  codeIs: "Code {code}",
  allLinks: "All links and their results",
  loadingLinks: "Loading your links",
  linkName: "Link",
  firstLink: "Your first link",
  clicks: "Clicks",
  sign_ups: "Sign-ups",
  traders: "Traders",
  conversion: "Conversion",
  fees: "Fees",
  earned: "Earned",
  withoutLink: "Without a link (imported)",
  tagHint:
    "Add a sub-id or UTM parameters to any link: you see them with each referral who signs up.",
  clicksHint:
    "Each browser counts once a day (UTC) per link. Conversion: sign-ups after a click, by clicks.",
  mostLinks: "You have reached the limit of {most} links.",
  newLinkName: "Name of a new link",
  newLinkCode: "Code (optional)",
  addLink: "Add link",
  shareBy: "Share on {name}",
  byMail: "Share by email",
  qr: "QR code",
  cardTitle: "Share card",
  cardAlt: "Image with the text: svc, {discount}% off fees, for life, {link}",
  cardFailed: "The image could not be loaded.",
  copyImage: "Copy image",
  downloadImage: "Download image",
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
