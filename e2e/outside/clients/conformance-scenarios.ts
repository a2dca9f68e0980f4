/** The `server` scenarios of the conformance suite that run here, and why the others do not. */

export type Revision = "2026-07-28" | "2025-11-25";

const BOTH = ["tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"];

/** Scenarios that need nothing but a server. */
export const RUN: Record<Revision, readonly string[]> = {
  "2026-07-28": [
    ...BOTH,
    "server-stateless",
    "server-sse-multiple-streams",
    "caching",
    "http-header-validation",
    "sep-2164-resource-not-found",
    "input-required-result-unsupported-methods",
  ],
  "2025-11-25": [...BOTH, "server-initialize", "ping", "logging-set-level"],
};

const TOOL = "calls a tool that only the suite's own server has";
const RESOURCE = "reads a resource that only the suite's own server has";
const PROMPT = "gets a prompt that only the suite's own server has";

const SESSION = "looks at sessions, which this server has none of: it checks nothing then";

/** Scenarios of a revision that does not run them. */
export const LEFT_OUT: Record<string, string> = {
  "server-session-lifecycle": SESSION,
  "server-sse-multiple-streams": SESSION,
  "tools-call-simple-text": TOOL,
  "tools-call-image": TOOL,
  "tools-call-audio": TOOL,
  "tools-call-embedded-resource": TOOL,
  "tools-call-mixed-content": TOOL,
  "tools-call-with-logging": TOOL,
  "tools-call-error": TOOL,
  "tools-call-with-progress": TOOL,
  "tools-call-sampling": TOOL,
  "tools-call-elicitation": TOOL,
  "json-schema-2020-12": TOOL,
  "elicitation-sep1034-defaults": TOOL,
  "elicitation-sep1330-enums": TOOL,
  "server-sse-polling": TOOL,
  "http-custom-header-server-validation": "needs a tool with a parameter that is sent as a header",
  "resources-read-text": RESOURCE,
  "resources-read-binary": RESOURCE,
  "resources-templates-read": RESOURCE,
  "resources-subscribe": RESOURCE,
  "resources-unsubscribe": RESOURCE,
  "completion-complete": PROMPT,
  "prompts-get-simple": PROMPT,
  "prompts-get-with-args": PROMPT,
  "prompts-get-embedded-resource": PROMPT,
  "prompts-get-with-image": PROMPT,
  "input-required-result-basic-elicitation": TOOL,
  "input-required-result-basic-sampling": TOOL,
  "input-required-result-basic-list-roots": TOOL,
  "input-required-result-request-state": TOOL,
  "input-required-result-multiple-input-requests": TOOL,
  "input-required-result-multi-round": TOOL,
  "input-required-result-missing-input-response": TOOL,
  "input-required-result-non-tool-request": PROMPT,
  "input-required-result-result-type": TOOL,
  "input-required-result-tampered-state": TOOL,
  "input-required-result-capability-check": TOOL,
  "input-required-result-ignore-extra-params": TOOL,
  "input-required-result-validate-input": TOOL,
};

/** Checks of scenarios that run, which the suite calls "Not testable" without a tool of its own server. */
export const UNTESTABLE: readonly string[] = [
  // test_missing_capability
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  // test_streaming_elicitation
  "sep-2575-http-server-no-independent-requests-on-stream",
  // test_logging_tool
  "sep-2575-server-no-log-without-loglevel",
];
