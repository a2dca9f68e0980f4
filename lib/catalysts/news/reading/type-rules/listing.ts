/** A market in a named asset is added, removed or postponed at a venue. */
import { gap, rulesOf } from "./vocabulary.ts";

/** A venue by its name, or by what it is. */
const VENUE =
  "(?:(?:@asset )?@exchange|(?:crypto|cryptocurrency|bitcoin|us|spot|stock|securities|derivatives|options|trading)? ?(?:exchange|exchanges|brokerage|broker|börse|trading platform|trading app|neobroker))";
const MARKET =
  "(?:trading|spot|pairs?|perpetuals?|perps?|futures?|options|margin|contracts?|markets?|derivatives|handel|comercio|negociación|futuros)";
const OPENS =
  "(?:adds?|added|adding|opens?|launch(?:es|ed)?|launching|enables?|enabled|introduc(?:es|ed|e)|introducing|begins?|starts?|started|rolls out|offers?|debuts?|brings?|resumes?|expands?|rolls out|lanza|añade|agrega|habilita|abre|startet|eröffnet|bietet)";
const CLOSES =
  "(?:ceases?|stops?|stopped|ends?|ended|suspends?|suspended|halts?|halted|drops?|dropped|removes?|removed|removing|shuts?|closes?|takes? down|discontinues?|postpones?|postponed|delays?|delists?|delisting|retira|elimina|suspende)";
const LIST =
  "(?:list|lists|listed|listing|delist|delists|delisted|delisting|relist|relists|lista|listará|listar|listet|delistet)";
const ITEM = "(?:@asset|coins?|tokens?|altcoins?|memecoins?|cryptocurrenc(?:y|ies))";

export const LISTING_RULES = rulesOf("listing", [
  [0.95, `${VENUE} ${gap(5)}${LIST} ${gap(5)}(?:${ITEM}|${MARKET})`],
  [0.95, `${VENUE} (?:\\S+ )?(?:is |has |to )?(?:delisted|delisting|delists) ${gap(1)}@asset`],
  [0.95, `${VENUE} ${gap(3)}${OPENS} ${gap(4)}${ITEM} ${gap(3)}${MARKET}`],
  [
    0.95,
    `${VENUE} ${gap(3)}${OPENS} ${gap(2)}${MARKET} ${gap(2)}(?:for|in|of|de|mit|für|on) ${gap(2)}${ITEM}`,
  ],
  [0.9, `${VENUE} ${gap(1)}(?:will )?(?:add|adds) (?:new )?(?:#number )?(?:trading )?pairs`],
  [
    0.95,
    `${VENUE} ${gap(3)}${CLOSES} ${gap(4)}(?:trading|pairs?|perpetuals?|contracts?|perps|futures)`,
  ],
  [
    0.95,
    `${VENUE} (?:\\S+ )?(?:drops|removes|ends support for|drops support for|delists|stops supporting) (?:\\S+ )?${ITEM}(?! (?:maker|issuer|bid|case|suit|lawsuit|act|bill))`,
  ],
  [
    0.95,
    `trading (?:in|of) ${gap(2)}(?:begins|starts|opens|resumes|stops|ends|ceases) ${gap(2)}${VENUE}`,
  ],
  [
    0.95,
    `${ITEM} ${gap(3)}(?:dropped|removed|cut|delisted|to be delisted) ${gap(1)}(?:from|by) ${gap(3)}${VENUE}`,
  ],
  [
    0.95,
    `${ITEM} ${gap(2)}(?:loses?|lost|wins?|gets?|secures?|lands) ${gap(2)}(?:listing|listings|trading pairs?) ${gap(1)}(?:on|at|from) ${VENUE}`,
  ],
  [0.9, `${ITEM} (?:\\S+ )?(?:loses?|lost) (?:its )?listing`],
  [
    0.9,
    `${ITEM} ${gap(3)}(?:becomes ${gap(5)}listed|is now available|will be available|now available|available|now live|goes live|joins ${gap(5)}roster|coming|arrives|debuts|to debut|trading pairs go live|pairs go live|holders can trade|begins trading|starts trading|listed|gets listed|to list|to be listed) ${gap(1)}(?:to|at|on|by|in) ${VENUE}`,
  ],
  [
    0.9,
    `${ITEM} ${gap(3)}(?:becomes|joins) ${gap(6)}(?:listed|tradable|traded) (?:on|at|by) ${VENUE}`,
  ],
  [
    0.9,
    `${VENUE} ${gap(6)}(?:now supports?|to support|will support|announces support for) ${gap(3)}${ITEM}(?! (?:network|upgrade|hard fork|fork|staking|token swap|migration))`,
  ],
  [0.9, `${VENUE} ${gap(4)}adds? support for (?:\\S+ )?${ITEM}`],
  [
    0.9,
    `${VENUE} (?:\\S+ )?adds (?:\\S+ )?${ITEM} to ${gap(4)}(?:listing|listings|markets?|platform|app|roster|exchange|roadmap)`,
  ],
  [
    0.9,
    `${VENUE} ${gap(1)}adds (?:support for )?@asset(?! ${gap(3)}(?:to (?:its )?(?:balance sheet|treasury|reserves?|stash|holdings|portfolio)|reserves?|treasury|worth|payments?))`,
  ],
  [
    0.85,
    `${VENUE} ${gap(2)}(?:adds?|will add|to add|listing) (?:#number )?(?:new |more )?(?:tokens|coins|assets|altcoins)`,
  ],
  [
    0.95,
    `(?:delists|delisting of|listing of|lists|to list|files to list|will list) ${gap(3)}@asset ${gap(4)}(?:on|at|for|from) ${gap(2)}${VENUE}`,
  ],
  [0.9, `${VENUE} ${gap(2)}files to list ${gap(3)}@asset`],
  [
    0.95,
    `(?:notice of (?:the )?)?(?:removal|delisting|addition) of ${gap(3)}(?:trading pairs?|pairs|perpetuals?|contracts)`,
  ],
  [
    0.9,
    `@asset ${gap(1)}(?:spot|futures?|perpetuals?|options?|margin) (?:trading |contracts? |markets? )?(?:launch(?:es)?|to launch|goes? live|opens?|starts?|begins?|live|debuts?) ${gap(3)}(?:in|on|at) ${gap(4)}(?:${VENUE}|weeks?|@\\S+|singapore|us|korea|europe|uk|monday|tuesday|wednesday|thursday|friday)`,
  ],
  [
    0.9,
    `${VENUE} ${gap(3)}${OPENS} ${gap(4)}(?:spot|futures?|perpetuals?|options|margin) (?:trading|contracts?|markets?) ${gap(4)}@asset`,
  ],
  [
    0.85,
    `(?:launch(?:es|ed)?|introduces|opens|rolls out) (?:@\\S+ )?${gap(1)}@asset (?:perpetual )?(?:futures|options|perpetuals) (?:trading|contracts?)`,
  ],
  [0.9, `${VENUE} opens deposits for ${ITEM}`],
  [0.9, `${ITEM} joins (?:the )?${VENUE} (?:spot )?market`],
  [0.9, `delisting notice`],
  [0.9, `${ITEM} ${gap(2)}no longer meets? ${gap(1)}listing (?:standards|requirements|criteria)`],
  [0.9, `(?:to|on) (?:its )?listing roadmap`],
  [0.9, `introducing ${gap(5)}on @exchange ${gap(3)}airdrops?`],
  [0.9, `${VENUE} ${gap(4)}(?:listet|nimmt|handelbar|notiert|gelistet|delistet)(?! an| zu)`],
  [0.9, `(?:gelistet|handelsstart|notierung) ${gap(5)}@(?:asset|exchange)`],
  [
    0.9,
    `(?:nimmt|streicht|wirft|entfernt) ${gap(2)}@asset ${gap(3)}(?:börse|handel|programm|@exchange)`,
  ],
  [0.9, `(?:إدراج|تدرج|ستدرج|أدرجت|يدرج|شطب|تشطب) ${gap(5)}@?`],
]);
