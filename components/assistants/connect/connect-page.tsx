/** Set-up instructions for each assistant program. Rendered on the server in the user's language. */

import type { ReactNode } from "react";
import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import { Code, CodeBlock, Fold, Section } from "#components/machines/parts/document-parts.tsx";
import {
  callToolCurl,
  claudeCodeCommand,
  claudeCodeFile,
  cursorFile,
  cursorKeyFile,
  cursorLink,
  endpointOf,
  inspectorCommand,
  inspectorKeyCommand,
  isLoopback,
  KEY_VARIABLE,
  listToolsCurl,
  vscodeCommand,
  vscodeFile,
  vscodeKeyFile,
} from "#components/machines/parts/snippets.ts";
import { buttonStyle } from "#components/ui/button.tsx";

type ConnectPageProps = { baseUrl: string; text: FeatureText<"connect"> };

const PROGRAMS = ["claude", "claudeCode", "cursor", "vscode", "inspector", "curl"] as const;

export function ConnectPage({ baseUrl, text }: ConnectPageProps) {
  const endpoint = endpointOf(baseUrl);
  const isLocal = isLoopback(baseUrl);
  return (
    <SettingsPage title={text("title")} intro={text("intro")} isPublic>
      <div className="flex min-w-0 flex-col gap-8">
        <Section id="address" title={text("address")} intro={text("addressText")}>
          <CodeBlock kind="address" what={text("address")} text={endpoint} />
          {isLocal ? <Warning>{text("local")}</Warning> : null}
        </Section>
        <ConnectionMethods text={text} />
        <nav aria-label={text("programs")}>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {PROGRAMS.map((program) => (
              <li key={program}>
                <a
                  href={`#${program}`}
                  className="inline-flex items-center text-xs text-accent underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                >
                  {text(program)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Claude isLocal={isLocal} text={text} />
        <ClaudeCode endpoint={endpoint} text={text} />
        <Cursor endpoint={endpoint} text={text} />
        <VsCode endpoint={endpoint} text={text} />
        <Inspector endpoint={endpoint} text={text} />
        <Section id="curl" title={text("curl")} intro={text("curlText")}>
          <KeyVariable text={text} />
          <CodeBlock kind="curl-list" what={text("curlList")} text={listToolsCurl(endpoint)} />
          <CodeBlock kind="curl-call" what={text("curlCall")} text={callToolCurl(endpoint)} />
        </Section>
        <Steps
          id="next"
          title={text("next")}
          steps={[text("next_1"), text("next_2"), text("next_3"), text("next_4")]}
        >
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
            <To href="/approvals">{text("toApprovals")}</To>
            <To href="/settings/assistant">{text("toNotes")}</To>
          </p>
        </Steps>
        <Steps id="disconnect" title={text("disconnect")} steps={[text("end_1"), text("end_2")]}>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
            <To href="/settings/connected-apps">{text("toApps")}</To>
            <To href="/settings/mcp-keys">{text("toKeys")}</To>
          </p>
        </Steps>
      </div>
    </SettingsPage>
  );
}

function ConnectionMethods({ text }: { text: FeatureText<"connect"> }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <div className="flex flex-col gap-1 rounded-md border bg-surface p-4">
        <dt className="font-semibold">{text("byOauth")}</dt>
        <dd className="text-ink-muted">{text("byOauthText")}</dd>
      </div>
      <div className="flex flex-col gap-1 rounded-md border bg-surface p-4">
        <dt className="font-semibold">{text("byKey")}</dt>
        <dd className="text-ink-muted">
          {text("byKeyText")} <To href="/settings/mcp-keys">{text("toKeys")}</To>
        </dd>
      </div>
    </dl>
  );
}

type ProgramProps = { endpoint: string; text: FeatureText<"connect"> };

/** One connector serves web, desktop and phone; it is called from Anthropic's servers. */
function Claude({ isLocal, text }: { isLocal: boolean; text: FeatureText<"connect"> }) {
  return (
    <Steps
      id="claude"
      title={text("claude")}
      steps={[text("claude_1"), text("claude_2"), text("claude_3")]}
    >
      <p className="max-w-2xl text-xs text-ink-muted">{text("claudeNote")}</p>
      {isLocal ? <Warning>{text("claudeLocal")}</Warning> : null}
    </Steps>
  );
}

function ClaudeCode({ endpoint, text }: ProgramProps) {
  return (
    <Section id="claudeCode" title={text("claudeCode")} intro={text("claudeCodeText")}>
      <CodeBlock
        kind="claude-code"
        what={named(text("claudeCode"), text("command"))}
        text={claudeCodeCommand(endpoint)}
      />
      <WithKey program={text("claudeCode")} text={text}>
        <KeyVariable text={text} />
        <File name=".mcp.json" note={text("claudeCodeFile")} />
        <CodeBlock
          kind="claude-code-key"
          what={named(text("claudeCode"), ".mcp.json")}
          text={claudeCodeFile(endpoint)}
        />
      </WithKey>
    </Section>
  );
}

function Cursor({ endpoint, text }: ProgramProps) {
  return (
    <Section id="cursor" title={text("cursor")} intro={text("cursorText")}>
      <p>
        <a href={cursorLink(endpoint)} className={buttonStyle({ size: "md" })}>
          {text("cursorAdd")}
        </a>
      </p>
      <File name="~/.cursor/mcp.json" note={text("cursorFile")} />
      <CodeBlock
        kind="cursor"
        what={named(text("cursor"), "mcp.json")}
        text={cursorFile(endpoint)}
      />
      <WithKey program={text("cursor")} text={text}>
        <KeyVariable text={text} />
        <CodeBlock
          kind="cursor-key"
          what={named(text("cursor"), "mcp.json", text("byKey"))}
          text={cursorKeyFile(endpoint)}
        />
      </WithKey>
    </Section>
  );
}

function VsCode({ endpoint, text }: ProgramProps) {
  return (
    <Section id="vscode" title={text("vscode")} intro={text("vscodeText")}>
      <CodeBlock
        kind="vscode-command"
        what={named(text("vscode"), text("command"))}
        text={vscodeCommand(endpoint)}
      />
      <File name=".vscode/mcp.json" note={text("vscodeFile")} />
      <CodeBlock
        kind="vscode"
        what={named(text("vscode"), "mcp.json")}
        text={vscodeFile(endpoint)}
      />
      <WithKey program={text("vscode")} text={text}>
        <p className="text-xs text-ink-muted">{text("vscodeKey")}</p>
        <CodeBlock
          kind="vscode-key"
          what={named(text("vscode"), "mcp.json", text("byKey"))}
          text={vscodeKeyFile(endpoint)}
        />
      </WithKey>
    </Section>
  );
}

function Inspector({ endpoint, text }: ProgramProps) {
  return (
    <Section id="inspector" title={text("inspector")} intro={text("inspectorText")}>
      <CodeBlock
        kind="inspector"
        what={named(text("inspector"), text("command"))}
        text={inspectorCommand(endpoint)}
      />
      <WithKey program={text("inspector")} text={text}>
        <KeyVariable text={text} />
        <CodeBlock
          kind="inspector-key"
          what={named(text("inspector"), text("command"), text("byKey"))}
          text={inspectorKeyCommand(endpoint)}
        />
      </WithKey>
    </Section>
  );
}

function named(...parts: string[]): string {
  return parts.join(", ");
}

type WithKeyProps = { program: string; text: FeatureText<"connect">; children: ReactNode };

function WithKey({ program, text, children }: WithKeyProps) {
  return <Fold summary={text("withKey", { program })}>{children}</Fold>;
}

function KeyVariable({ text }: { text: FeatureText<"connect"> }) {
  return (
    <p className="flex flex-wrap items-baseline gap-1.5 text-xs text-ink-muted">
      {text("keyVariable")} <Code>{KEY_VARIABLE}</Code>
    </p>
  );
}

function File({ name, note }: { name: string; note: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-1.5 text-xs text-ink-muted">
      <Code>{name}</Code> {note}
    </p>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="max-w-2xl rounded-md border border-warn-line bg-warn-soft p-3 text-xs">
      {children}
    </p>
  );
}

type StepsProps = { id: string; title: string; steps: readonly string[]; children?: ReactNode };

function Steps({ id, title, steps, children }: StepsProps) {
  return (
    <Section id={id} title={title}>
      <ol className="flex max-w-2xl list-decimal flex-col gap-1.5 ps-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {children}
    </Section>
  );
}

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}
