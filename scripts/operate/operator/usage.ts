/** The usage text of `npm run operator`. */

export const USAGE = `npm run operator -- <command>

Commands
  keys find <id | preview | usr_… | wallet | e-mail>
      Keys of machines (MCP keys and bot keys) by what you have of them. The last four characters of a key are enough.
  keys show <mcp_… | tbk_…>
      One key: its owner, limits, last use, and the outcomes of its requests in the last 30 days.
  keys limits <mcp_… | tbk_…> [--allow LIST] [--tier default|elevated] --reason TEXT [--for TEXT]
      Sets the addresses that the key may be used from and its rate, as its owner asked for.
      --allow   addresses and networks with commas between them, in place of the present list; "" lets an MCP
                key be used from anywhere
      --tier    elevated needs a list of addresses and --for
      --reason  why, for the audit log; the owner reads it
      --for     the use case that the owner described
  keys revoke <mcp_… | tbk_…> --reason TEXT
      Ends the key: its next request fails.
  audit <usr_… | wallet | e-mail> [--limit 1..100] [--cursor NEXT]
      What happened to an account, newest first.
  partner show <code | ptr_… | usr_… | wallet | e-mail>
      A partner: level, balances, referrals, where they are paid to, and what is made out and not paid.
  partner run --until TIME [--minimum USDC] [--partner CODE] [--run run_…] [--dry-run]
      Makes out what partners had earned up to a time and have not been paid, a settlement each: recipient, amount and the id
      to pay it under. Nothing leaves by itself.
      --until    date and time, such as 2026-03-01T00:00:00Z; it may not lie in the future
      --minimum  less stays pending; PARTNER_PAYOUT_MINIMUM unless it is given
      --run      goes on with a run that broke off
      --dry-run  says what would be made out
  partner settlements [--state created|submitted|confirmed|failed] [--partner CODE] [--run run_…] [--limit 1..1000] [--cursor NEXT]
      What was made out, newest first; the state created is what is to be paid.
  partner pay <stl_…> <signature>
      Tells the signature of the transaction that paid a settlement: it counts when the chain shows exactly that amount.
  partner fail <stl_…> --reason TEXT
      Takes back a settlement that is not paid, and will not be by what was submitted: its amount is pending again.
  partner import <file.json>
      Books fees that are in no feed: {"partner", "referrals": [{"account", "since"}], "fees": [{"reference", "account",
      "source", "charged", "gross", "occurred_at"}], "simulated"}, at most 1000 of each. The same file again books nothing.
  partner reverse <code> <number of the row | reference> --reason TEXT
      Takes back a fee at the rate that it was booked at. A reference of digits alone is written reference:123.
  partner reviews
      Referrals that are held because they look like the partner's own, the oldest first, with the reason.
  partner review <ref_…> accepted|rejected --reason TEXT
      Accepts a held referral, whose earnings are then paid, or rejects it, which reverses all its fees.
  webhooks list [--user usr_… | wallet | e-mail] [--paused]
      Webhooks with the origin of their address, their backlog and their last error; those whose work is the oldest first.
  webhooks show <whk_…>
      One webhook: its deliveries of the last 24 hours by state, and its last failures. Never a path, a secret or a body.
  webhooks pause <whk_…> --reason TEXT
      Sends nothing more to its origin for its account until you resume it; events wait. The owner is told why, and can neither
      resume, change nor remove it, nor register another webhook there.
  webhooks resume <whk_…>
      Sends what waited, the oldest first, whatever the webhook was paused for.
  catalysts split <evt_…>
      Parts a catalyst from the one that it was merged into, and keeps them apart. Both ids have answered all along.

Options of every command
  --json        the answer of the service as JSON
  --url URL     the app; else the one in DATA_DIR/endpoints.json
  --help

The key is APP_OPERATOR_KEY of the environment, else the one in DATA_DIR/secrets.json (DATA_DIR is .data unless set).

Examples
  npm run operator -- keys find svc_sk_…9c1e
  npm run operator -- keys limits mcp_0123456789abcdef01234567 --allow 192.0.2.0/24,2001:db8::7 --tier elevated \\
      --reason "ticket 812" --for "prices for a desk of 40, 600 requests a minute"
  npm run operator -- keys revoke tbk_0123456789abcdef01234567 --reason "found in a public repository"
  npm run operator -- audit ann@example.com --json
  npm run operator -- partner run --until 2026-03-01T00:00:00Z --dry-run

Ends with 0 when it is done, 1 when the service refused, 2 when the command is wrong, 3 when the app cannot be reached.
`;
