/** Two parties, of which one is named at least, and what they do together. */
import { gap, rulesOf } from "./vocabulary.ts";

/** A named party, or what it is. */
const SIDE =
  "(?:@(?:company|exchange|asset|regulator|centralbank)|bank|banks|bankgruppe|telecom|carmaker|retailer|airline|publisher|university|insurer|football league|giant|broker|startup|platform|blockchain|network)";

export const PARTNERSHIP_RULES = rulesOf("partnership", [
  [
    0.9,
    `@\\S+ ${gap(4)}(?:to partner|partners?|partnered|partnering|teams? up|teamed up|collaborates?|joins? forces|joined forces) with`,
  ],
  [
    0.95,
    `(?:partners?|partnered|partnering|teams? up|teamed up|teaming up|collaborates?|collaborated|joins? forces|joined forces|allies|ties up|cooperates) ${gap(4)}with ${gap(5)}(?:@\\S+|#ticker|${SIDE})`,
  ],
  [
    0.95,
    `(?:partnership|alliance|joint venture|collaboration|deal|agreement|integration) ${gap(3)}(?:with|between) ${gap(4)}@\\S+`,
  ],
  [
    0.9,
    `@\\S+ ${gap(3)}(?:announces?|announced|begins?|begin|forms?|enters?|signs?|strikes?|inks?|seals?|launches) ${gap(4)}(?:partnership|alliance|joint venture|collaboration|integration)`,
  ],
  [
    0.9,
    `@\\S+ and @\\S+ ${gap(4)}(?:announce|form|sign|team|partner|to launch|launch|collaborate|join|agree)`,
  ],
  [
    0.9,
    `@\\S+ ${gap(4)}(?:signs?|inks?|strikes?) ${gap(3)}(?:deal|agreement|mou|memorandum of understanding) with`,
  ],
  [
    0.9,
    `(?:@company|@exchange|@asset) ${gap(3)}(?:integrates?|integrated|selects?|chooses?|adopts?|picks|taps|embeds|embraces|onboards?|deploys? on|builds on|launches natively on|natively on|goes live on|comes to|moves to) ${gap(4)}@(?:asset|company|exchange)(?! (?:price|rally|treasury|reserve|standard|strategy|board|team))`,
  ],
  [
    0.9,
    `@\\S+ ${gap(1)}joins? (?:the )?@(?:asset|company|exchange)(?: ecosystem| network| subnet)?`,
  ],
  [
    0.9,
    `${SIDE} ${gap(2)}(?:taps|selects|chooses|picks|integrates|adopts) ${gap(4)}@(?:asset|company|exchange)`,
  ],
  [
    0.9,
    `@\\S+ ${gap(3)}(?:launch(?:es)?|issues|introduces|debuts) ${gap(4)}(?:natively on|on the) @asset`,
  ],
  [0.9, `@asset ${gap(1)}natively on @\\S+`],
  [
    0.9,
    `@company ${gap(3)}adds? (?:support for )?@asset(?! ${gap(2)}(?:to (?:its )?(?:balance|treasury|reserve|holdings|stash)|worth|buy))`,
  ],
  [
    0.85,
    `@(?:company|exchange) (?:\\S+ )?taps(?! ${gap(5)}(?:as|ceo|chief|head|veteran|adviser|advisor|bankers?))`,
  ],
  [
    0.85,
    `@(?:company|exchange) ${gap(2)}(?:launches|expands|extends|brings|issues|deploys|rolls out|debuts|moves) ${gap(3)}(?:fund|funds|settlement|payments?|stablecoin|@asset|custody|tokenized|deposits?) ${gap(3)}(?:on|to|onto) @asset`,
  ],
  [
    0.85,
    `@\\S+ ${gap(2)}(?:becomes?|joins ${gap(2)}as|named) ${gap(3)}(?:validator|node operator|custodian|launch partner|super validator) ${gap(2)}(?:on|for|of|in)`,
  ],
  [
    0.85,
    `@(?:company|exchange) ${gap(2)}(?:to use|will use|uses|using|adopts|chooses|selects) @asset (?:for|to|as|in)`,
  ],
  [0.85, `@\\S+ ${gap(3)}integrates(?! ${gap(2)}(?:ai|feature))`],
  [
    0.85,
    `@(?:company|exchange) ${gap(3)}(?:to launch|launches|to build|builds|to develop|develops|to offer|offers|to test|tests|pilots?|rolls out|to issue) ${gap(7)}with @(?:company|exchange|asset)`,
  ],
  [0.85, `@company ${gap(4)}(?:settles?|pilots?) ${gap(5)}(?:@asset|stablecoins?|with @\\S+)`],
  [
    0.85,
    `@(?:company|exchange) (?:and )?@(?:exchange|company|asset) (?:expand|deepen|extend) ${gap(6)}(?:for|with|to|services)`,
  ],
  [
    0.9,
    `(?:@company|@exchange) ${gap(2)}(?:to use|will use|uses) ${gap(1)}@(?:company|asset|exchange) ${gap(2)}(?:blockchain|network|technology|ledger|stablecoin|platform|chain)`,
  ],
  [0.85, `(?:starts?|begins?|now) accept(?:s|ing) ${gap(1)}(?:@asset|crypto|stablecoins?)`],
  [0.85, `@company ${gap(2)}accepts ${gap(1)}(?:@asset|crypto|coin)`],
  [
    0.85,
    `(?:integrates?|integrating|adds) ${gap(2)}(?:@asset|@company) ${gap(1)}(?:into|in) (?:its )?`,
  ],
  [
    0.9,
    `(?:partnerschaft|kooperation|kooperiert|kooperieren|arbeitet mit|arbeiten zusammen|zusammenarbeit) ${gap(6)}`,
  ],
  [
    0.9,
    `(?:telecom|cloud provider|bank|university) ${gap(2)}(?:becomes?|to host|to run|runs) ${gap(1)}(?:node operator|validators?|nodes?)`,
  ],
  [0.9, `(?:arbeitet|arbeiten) ${gap(8)}zusammen`],
  [0.9, `@\\S+ (?:\\S+ )?(?:integra|se asocia|se alía|se une|colabora) ${gap(8)}@\\S+`],
  [0.9, "(?:alianza|asociación|colaboración) (?:entre|con)"],
  [0.9, "(?:شراكة|تعاون|يتعاون|تتعاون|اتفاقية|تحالف)"],
]);
