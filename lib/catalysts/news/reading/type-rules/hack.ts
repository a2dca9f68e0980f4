/** A theft, an exploit, a breach, a rug pull, or a chain that stands still. */
import { gap, PARTY, rulesOf } from "./vocabulary.ts";

/** Who can be robbed. */
const VICTIM = `(?:${PARTY}|exchange|exchanges|protocols?|platform|bridge|wallets?|dexs?|dex|pool|pools|lender|vaults?|lending market|market maker|mining pool|poker site|casino|marketplace|project|dao|network|chain|blockchain|token|site|börse|plattform|plataforma|protocolo)`;
const LOOT =
  "(?:#amount|#number|million|millions|funds|crypto|cryptos|tokens?|coins?|@asset|nfts?|assets|bitcoins?|stablecoins?|usdt|dollars?)";
const ATTACK =
  "(?:hack|hacks|exploit|exploits|attacks?|cyberattack|cyber attack|breach|heist|theft|rug pull|rugpull|drain|security (?:breach|incident)|phishing|compromise|intrusion)";
const ATTACKERS =
  "(?:hackers?|attackers?|thie(?:f|ves)|exploiters?|intruders|cybercriminals|criminals|scammers|robbers|burglars)";
const STEAL =
  "(?:steals?|stole|stolen|drains?|drained|siphons?|siphoned|loots?|looted|nets?|makes off|made off|took|takes?|empt(?:y|ies|ied)|mints?|minted|moves?|moved|grabs?|swipes?|swiped|returns?|returned|sends?|launder(?:s|ed)?|begins|starts|reach)";

export const HACK_RULES = rulesOf("hack", [
  [
    0.95,
    `${VICTIM} (?:\\S+ ){0,3}(?:was |were |is |are |been |gets |got |being |reportedly |apparently )?(?:hacked|exploited|breached|drained|rugged|compromised|attacked|robbed|rugpulled|raided)(?! (?:crypto\\S*|fiat|exchange|coins?|money|accounts?|funds|user))`,
  ],
  [
    0.95,
    `${VICTIM} ${gap(2)}(?:suffers?|suffered|faces?|confirms?|discloses?|reports?|hit by|hit with|struck by|under|loses? ${gap(5)}(?:in|to|after|as|from|by)|lost ${gap(5)}(?:in|to|after|by)|victim of|falls? (?:victim )?(?:to|prey to)|lose ${gap(5)}(?:in|to)) ${gap(6)}${ATTACK}`,
  ],
  [
    0.95,
    `${VICTIM} ${gap(4)}(?:loses?|lost) ${gap(2)}${LOOT} ${gap(4)}(?:hack|exploit|attack|theft|breach|attackers?|hackers?)`,
  ],
  [0.95, `${ATTACKERS} ${gap(4)}${STEAL} ${gap(4)}(?:${LOOT}|@asset)`],
  [
    0.95,
    `${ATTACKERS} ${gap(2)}(?:drains?|exploits?|hits?|targets?|attacks?|empt(?:y|ies)|breach(?:es)?|behind) ${gap(4)}${VICTIM}`,
  ],
  [0.95, `${ATTACKERS} behind ${gap(3)}${ATTACK}`],
  [
    0.95,
    `${LOOT} ${gap(3)}(?:stolen|drained|siphoned|looted|lost|swiped|taken) ${gap(2)}(?:from|in|by|after|at|through) ${gap(4)}(?:${VICTIM}|${ATTACK})`,
  ],
  [0.9, `${LOOT} (?:\\S+ )?stolen(?! (?:data|goods|identity))`],
  [
    0.95,
    `${ATTACK} ${gap(2)}(?:on|at|against|of|in) ${gap(3)}${VICTIM} ${gap(3)}(?:drains?|costs?|nets?|leads|results|leaves|causes|wipes)`,
  ],
  [
    0.9,
    `(?:hack|exploit|heist|theft|breach|attack) ${gap(1)}(?:on|at|of|against) ${gap(1)}${VICTIM}`,
  ],
  [
    0.95,
    `${PARTY} ${gap(2)}(?:hack|exploit|heist|breach) ${gap(1)}(?:drains?|costs?|nets?|leads to|wipes|hits|sees|results)`,
  ],
  [
    0.95,
    `(?:security breach|exploit|hack|bug|flaw) ${gap(1)}(?:drains?|costs?|lets ${gap(3)}mint|empties) ${gap(4)}(?:funds|#amount|users|wallets?|pool|@asset)`,
  ],
  [
    0.9,
    `(?:private keys?|hot wallets?|admin keys?|deployer) ${gap(2)}(?:leaked|leak|compromised|stolen|emptied|drained)`,
  ],
  [0.9, `${VICTIM} ${gap(3)}(?:wallets?) (?:emptied|drained|compromised)`],
  [
    0.9,
    `(?:halts?|pauses?|suspends?|freezes?) ${gap(3)}(?:withdrawals|deposits|trading|operations|bridge) ${gap(1)}(?:after|following|as|amid) ${gap(4)}(?:hack|exploit|attack|breach|suspicious|theft|outflows)`,
  ],
  [
    0.85,
    `(?:unauthori[sz]ed|suspicious|abnormal) (?:access|withdrawals?|transfers?|outflows?|transactions) ${gap(4)}${PARTY}`,
  ],
  [
    0.9,
    `${PARTY} ${gap(3)}(?:unauthori[sz]ed|suspicious|abnormal) (?:access|withdrawals?|transfers?|outflows?)`,
  ],
  [
    0.9,
    `(?:@asset|network|blockchain|chain|mainnet) (?:network |blockchain |chain |mainnet )?(?:halts?|halted|goes down|went down|down|offline|stalls?|stalled|stops? producing blocks|stops? block production)(?= ?$| (?:after|for|as|following|due|again|over|amid|block))`,
  ],
  [
    0.9,
    `(?:@asset|network|blockchain|chain|mainnet) ${gap(2)}(?:suffers?|hit by|faces) ${gap(2)}outage`,
  ],
  [0.95, `(?:oracle|price) manipulation ${gap(1)}(?:costs?|drains?|nets?)`],
  [0.9, `(?:suspicious|abnormal|unauthori[sz]ed) transfers? of #amount`],
  [
    0.9,
    `(?:freezes?|halts?|pauses?|suspends?) ${gap(3)}(?:after|as) (?:intruders|hackers|attackers|thieves)`,
  ],
  [0.9, `(?:bridge|protocol|pool|network) (?:paused|halted) after`],
  [
    0.9,
    `(?:hit by|hit with|suffers?|suffered|loses? to|after) (?:an? )?(?:\\S+ )?#amount (?:million |billion )?(?:\\S+ )?(?:hack|exploit|breach|attack|heist|theft)`,
  ],
  [
    0.9,
    `(?:flags?|flagged|detects?|reports?) ${gap(5)}(?:exploit|hack|attack|drain|theft) (?:of|on|at|in)`,
  ],
  [0.9, `(?:rug pull|rugpull|exit scam)(?! (?:risk|risks|warning|checker|on))`],
  [
    0.7,
    `${PARTY} ${gap(2)}(?:halts?|halted|pauses?|paused) ${gap(1)}(?:withdrawals|bridge|network)(?! fees)`,
  ],
  [
    0.9,
    `(?:hackers?|exploiters?|attackers?) (?:starts? |begins? |continues? )?(?:to )?(?:mov(?:es?|ing)|return(?:s|ing)?|sends?|transfers?|launder(?:s|ing)?|swaps?|converts?|cash(?:es)? out)`,
  ],
  [
    0.9,
    `(?:stolen|hacked) (?:@asset|funds|crypto|ether|tokens) ${gap(3)}(?:moved?|returned|frozen|recovered|laundered|sent)`,
  ],
  [0.7, `(?:large|major|supply chain|massive) attack hits`],
  [
    0.9,
    "(?:gehackt|hackerangriff|gestohlen|stehlen|erbeuten|erbeutet|cyberangriff|sicherheitslücke|ausgeraubt)",
  ],
  [
    0.9,
    "(?:hackean|hackeado|hackeada|hackearon|roban|robaron|robo de|ataque a|explotación de|sufre (?:un )?(?:hackeo|ataque|robo))",
  ],
  [0.9, "(?:اختراق|يخترق|اخترق|قرصنة|قراصنة|مخترقون|سرقة|سرقوا|ثغرة)"],
  [
    0.95,
    `(?:phishing|malware|bug|oracle) ${gap(3)}(?:empties|drains?|costs?) ${gap(4)}(?:wallets|#amount|users|@asset)`,
  ],
]);
