/** An authority acts, or a licence, a fund or a law takes a formal step. */
import { AUTHORITY, CRYPTO, gap, PARTY, PLACE, rulesOf } from "./vocabulary.ts";

/** What an authority does when something happens; what it only says or considers is not here. */
const ACTS =
  "(?:sues?|sued|charges?|charged|approves?|approved|rejects?|rejected|denies|denied|delays?|delayed|fines?|fined|settles?|settled|investigat(?:es?|ed|ing)|probes?|probing|subpoenas?|subpoenaed|bans?|banned|warns?|warned|proposes?|proposed|adopts?|adopted|licen[cs]es?|licensed|clears?|cleared|drops?|dropped|dismiss(?:es|ed)?|sanctions?|sanctioned|greenlights?|orders?|ordered|rules?(?! out)|ruled|blocks?|blocked|accuses?|accused|punish(?:es|ed)?|penali[sz]es?|penali[sz]ed|prohibits?|prohibited|refuses?|refused|turns? down|withdraws?|withdrew|grants?|granted|revokes?|revoked|suspends?|suspended|tightens?|restricts?|restricted|passes|passed|signs|signed|vetoes|vetoed|enacts?|enacted|issues?|issued|publishes|published|introduces?|introduced|unveils?|finali[sz]es?|seizes?|seized|confiscates?|freezes?|froze|arrests?|arrested|detains?|detained|indicts?|indicted|convicts?|sentences?|sentenced|raids?|raided|files?|filed|requires?|required|legali[sz]es?|legali[sz]ed|outlaws?|lifts?|lifted|exempts?|softens?|expands|calls for comments?|seeks comments?|opens (?:\\S+ ){0,2}(?:probe|investigation|case)|launches (?:\\S+ ){0,3}(?:probe|investigation)|closes|postpones?|postponed|takes down|shuts? down|dismantles?|brings (?:\\S+ )?case|stops?|gives up|says yes|says no|hits|slaps|extradites?|penalty|greenlit|nods?)";
/** Whom a court or a prosecutor can have before it. */
const PERSON =
  "(?:founders?|co founders?|cofounders?|ceo|ceos|chief executive|executives?|exec|boss|heads?|directors?|developers?|operator|operators|bankman fried|sbf|kwon|zhao|cz|gründer|chef|fundador(?:es)?|directivos?|mashinsky|do kwon|justin sun|storm|durov)";
const CASE =
  "(?:arrested|charged|convicted|sentenced|indicted|extradited|jailed|imprisoned|released from prison|pardoned|detained|sued|pleads? guilty|pleaded guilty|found guilty|guilty|acquitted|arrest|angeklagt|verurteilt|verhaftet|festgenommen|arrestados?|detenidos?|acusados?|condenad[oa]s?|sentenciad[oa]s?)";
const LAW =
  "(?:bills?|acts?|laws?|legislation|rules?|ruling|framework|regulations?|guidance|guidelines|directive|amendment|ban|bans|tax|taxes|reserve|exemption|sandbox|regime|executive order|order|proposal|proposed rule)";
const FUND = "(?:etfs?|etps?|etns?|exchange traded (?:funds?|products?)|trusts?)";
const PERMIT =
  "(?:licen[cs]es?|licensing|approvals?|authori[sz]ations?|registrations?|permits?|green ?light|nod|charter|mica licen[cs]e|vasp|right|rights)";

export const REGULATORY_RULES = rulesOf("regulatory", [
  [0.95, `${AUTHORITY} ${gap(4)}${ACTS} ${gap(12)}${CRYPTO}`],
  [0.95, `${CRYPTO} ${gap(12)}${AUTHORITY} ${gap(4)}${ACTS}`],
  [
    0.95,
    `(?:@regulator) ${gap(4)}(?:${ACTS}|approval|lawsuit|wells|crackdown|enforcement) ${gap(6)}(?:@company|@asset|@exchange|founders?|companies|${FUND})`,
  ],
  [0.9, `@regulator ${gap(6)}(?:proposal|proposed|proposes) ${gap(3)}(?:${LAW}|${CRYPTO})`],
  [
    0.95,
    `(?:sued|charged|fined|fine|approved|rejected|denied|refused|accused|turned down|complaint|probed|investigated|sanctioned|lawsuit|penalty|licen[sc]ed|settles|settlement|approval|nod|subpoenas?|summons|registration|investigation|probe|warned|blocked|shut down|banned|ordered) ${gap(3)}(?:by|from|with|at|of) ${gap(3)}${AUTHORITY}`,
  ],
  [
    0.95,
    `${PARTY} ${gap(4)}(?:fined|sued|charged|sanctioned|probed|investigated|banned|indicted|raided|sentenced|convicted|arrested|found guilty|extradited|acquitted)(?! (?:up|for the))`,
  ],
  [
    0.9,
    `${PARTY} ${gap(3)}(?:pleads? guilty|pleaded guilty|agrees to pay|to pay #amount|admits? guilt|loses? (?:appeal|bid|case)|wins? (?:appeal|case|dismissal))`,
  ],
  [0.9, `(?:settles|settlement|settled) ${gap(3)}(?:with|by) ${gap(3)}${AUTHORITY}`],
  [
    0.9,
    `${PARTY} ${gap(2)}(?:sues|suing|appeals|wins|loses) ${gap(4)}(?:@regulator|states?|court|case|lawsuit against @regulator|license)`,
  ],
  [0.95, `${PERSON} ${gap(5)}${CASE}`],
  [0.95, `${AUTHORITY} ${gap(2)}(?:charges?|arrests?|indicts?|detains?) ${gap(3)}${PERSON}`],
  [0.95, `${CASE} ${gap(6)}${PERSON} ${gap(8)}${CRYPTO}?`],
  [
    0.95,
    `(?:arrest warrant|arrest warrants|guilty plea|red notice|extradition) ${gap(6)}(?:${PERSON}|${CRYPTO})`,
  ],
  [
    0.9,
    `(?:bajo arresto|cargos de|acusados? de|detenidos?) ${gap(8)}(?:@regulator|fraude|estafa|justicia)`,
  ],
  [
    0.9,
    `(?:bill|act|law|legislation|bills) ${gap(4)}(?:passes|passed|signed|approved|advances|advanced|introduced|vetoed|halted|clears|cleared|becomes law|takes effect|enacted|stalls|fails)`,
  ],
  [
    0.9,
    `(?:${PLACE}|${AUTHORITY}) ${gap(5)}(?:passes|signs|approves|introduces|proposes|adopts|publishes|unveils|issues|finali[sz]es|enacts|drafts|submits|advances) ${gap(8)}${LAW}`,
  ],
  [
    0.9,
    `(?:crypto\\S*|stablecoin|token|digital asset|market structure|bitcoin|@asset|mining) ${gap(2)}(?:bill|law|act|framework|regulation|tax|ban) ${gap(3)}(?:passes|passed|signed|approved|introduced|proposed|adopted|published|takes effect|into force|in force|clears|cleared|advances|vetoed|blocked)`,
  ],
  [
    0.9,
    `(?:pass|passes|signs|approves?|advances?|introduces?|proposes?|adopts?|clears?|drafts?) ${gap(5)}(?:crypto\\S*|stablecoin|token|digital asset|market structure|@asset) ${gap(3)}${LAW}`,
  ],
  [
    0.9,
    `(?:wins?|gets?|gains?|receives?|received|secures?|secured|obtains?|obtained|granted|grants|awarded|awards|lands?|bags?|scores?|issues|has full|erhält|bekommt|erteilt|obtiene|recibe|consigue|logra|concede|otorga) ${gap(6)}(?:${PERMIT}|(?:regulatory|full) (?:\\S+ )?(?:approval|authori[sz]ation)|zulassung|lizenz|genehmigung|licencia|autorización|registro)`,
  ],
  [
    0.9,
    `(?:${PARTY}|${PLACE}) ${gap(5)}(?:revokes?|loses?|suspends?|withdraws?) ${gap(3)}(?:licen[cs]e|registration|permit|authori[sz]ation)`,
  ],
  [0.9, `(?:registers?|registered|se registra|registriert) (?:\\S+ )?(?:as|with|como|in|bei)`],
  [
    0.9,
    `${FUND} ${gap(4)}(?:approved|approval|rejected|rejects|denied|delayed|delay|cleared|refused|turned down|filing|filed|registered|application|launch(?:es|ed)?|debuts?|begins? trading|starts? trading|go live|goes live|startet|starten|genehmigt|aprobado|withdrawn)`,
  ],
  [
    0.9,
    `(?:approv\\S+|rejects?|denies|delays?|clears?|refuses?|turns? down|files?|filed|submits?|seeks to list|reicht|registrier\\S*|applies|amends?|launch(?:es|ed)?|greenlights?|greenlit|expands|lists?|debuts) ${gap(8)}${FUND}(?! (?:flows?|inflows?|outflows?|holdings?|investors?|buyers|assets|volumes?|options plan))`,
  ],
  [0.9, `handel mit ${gap(3)}${FUND}`],
  [
    0.9,
    `(?:s #?1|s #number|#number b #number) ${gap(4)}(?:${FUND}|registrierung|registration|filing|amendment)`,
  ],
  [
    0.9,
    "(?:(?:not|no|not an?|is an?) (?:security|securities)|securities (?:law|laws|rules) (?:does|do) not apply)",
  ],
  [0.9, `(?:de facto )?legal tender`],
  [
    0.9,
    `${PLACE} ${gap(2)}(?:approves?|bans?|banned|sues?|fines?|charges?|blocks?|orders?|legali[sz]es?|outlaws|licen[cs]es|grants|clears|restricts|prohibits|lifts|passes|taxes|tightens|blocks|regulates|introduces|recogni[sz]es|allows|requires|seizes|investigates|charges|arrests|sanctions|to tax|to accept|to ban|to regulate) ${gap(8)}${CRYPTO}`,
  ],
  [
    0.9,
    `(?:crackdown|sanctions|ban|lawsuit|class action|criminal case|seizure|forfeiture|indictment|fine|penalty) ${gap(1)}(?:on|against|of|for) ${gap(5)}(?:${CRYPTO}|${PARTY})`,
  ],
  [0.9, `${PLACE}s? ${gap(2)}(?:sanctioned|charged|indicted|arrested) ${gap(6)}${CRYPTO}`],
  [
    0.9,
    `(?:sanctioned|sanctions?) ${gap(6)}${CRYPTO} ${gap(1)}(?:linked|mixer|exchange|address|wallet|hack\\S*)`,
  ],
  [0.9, `${CRYPTO} ${gap(2)}(?:seizure|seized|confiscated|forfeited|beschlagnahmt|incautad[oa]s?)`],
  [
    0.85,
    `${PARTY} ${gap(4)}(?:files?|applies|applied) ${gap(3)}(?:licen[cs]e|registration|charter)`,
  ],
  [
    0.85,
    `${PLACE} ${gap(2)}(?:bill|law|rules) (?:would|to|will) (?:\\S+ )?(?:allow|ban|let|require|make|create|exempt|tax) ${gap(6)}${CRYPTO}`,
  ],
  [0.9, `(?:court|judge|jury|appeals) ${gap(6)}(?:${PARTY}|${CRYPTO}|class action)`],
  [0.9, `${PLACE} ${gap(4)}(?:grants?|issues?|awards?) ${gap(6)}${PERMIT}`],
  [
    0.9,
    `(?:verklagt|klagt|bußgeld|geldstrafe|ermittelt|ermittlungen|steuerpflichtig|verbietet|urteil) ${gap(8)}(?:${CRYPTO}|${PARTY})`,
  ],
  [
    0.9,
    `(?:${CRYPTO}|${PARTY}) ${gap(8)}(?:verklagt|klagt|verboten|verbietet|genehmigt|zulassung|lizenz|bußgeld|geldstrafe|steuerpflichtig)`,
  ],
  [
    0.9,
    `(?:prohíbe|aprueba|regula|multa|demanda|investiga|acusa|sanciona|legaliza|desplegará ${gap(2)}normativa) ${gap(8)}(?:${CRYPTO}|${PARTY})`,
  ],
  [0.9, "(?:تنظيم|تنظيمية|حظر|تحظر|دعوى|ترخيص|ترخيصا|غرامة|تقاضي|قانون|توافق على)"],
]);
