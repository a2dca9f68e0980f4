/** What `npm run operator` says of itself. */

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

Ends with 0 when it is done, 1 when the service refused, 2 when the command is wrong, 3 when the app cannot be reached.
`;
