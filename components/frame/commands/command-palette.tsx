"use client";

import { Command as Cmdk } from "cmdk";
import * as Radix from "radix-ui/dialog";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { giveFocusBack } from "#components/ui/dialog.tsx";
import { type Command, PALETTE_COMMAND, useAllCommands } from "./command-registry.ts";
import { bySection } from "./command-sections.ts";
import { KeyCaps } from "./key-caps.tsx";
import { noteCommand, recentCommands } from "./shortcut-preferences.ts";

type PaletteProps = {
  /** Returns what was typed before the palette was loaded, and ends the collecting of keys. */
  takeTyped: () => string;
  onClose: () => void;
  onRun: (command: Command) => void;
};

/** Every command of the page by name. One that sends an order asks first. */
export default function Palette({ takeTyped, onClose, onRun }: PaletteProps) {
  const text = useText("commands");
  const [asking, setAsking] = useState<Command | undefined>();
  const [search, setSearch] = useState("");
  // Read before the input takes the focus.
  const [before] = useState(() => document.activeElement);
  const chosen = useRef<Command | undefined>(undefined);
  useLayoutEffect(() => {
    const typed = takeTyped();
    // oxlint-disable-next-line react/set-state-in-effect -- read with the first paint, when the input has the focus
    if (typed !== "") setSearch(typed);
  }, [takeTyped]);
  const choose = (command: Command) => {
    noteCommand(command.id);
    chosen.current = command;
    onClose();
  };
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          aria-describedby={undefined}
          // The command runs after the focus is restored, because it may move the focus itself.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack(before);
            if (chosen.current) onRun(chosen.current);
          }}
          onEscapeKeyDown={(event) => {
            if (!asking) return;
            event.preventDefault();
            setAsking(undefined);
          }}
          onKeyDown={(event) => {
            if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
              event.preventDefault();
              onClose();
            }
          }}
          className="fixed inset-x-0 top-[12dvh] z-50 mx-auto flex max-h-[70dvh] w-[min(94vw,560px)] flex-col overflow-hidden rounded-md border border-line-strong bg-surface shadow-xl"
        >
          <Radix.Title className="sr-only">{text("openPalette")}</Radix.Title>
          {asking ? (
            <Question
              command={asking}
              onConfirm={() => choose(asking)}
              onBack={() => setAsking(undefined)}
            />
          ) : (
            <Choices
              search={search}
              onSearch={setSearch}
              onChoose={(command) => (command.arms ? setAsking(command) : choose(command))}
            />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ChoicesProps = {
  search: string;
  onSearch: (search: string) => void;
  onChoose: (command: Command) => void;
};

function Choices({ search, onSearch, onChoose }: ChoicesProps) {
  const text = useText("commands");
  const commands = useAllCommands();
  const recent = recentCommands.get().flatMap((id) => commands.get(id) ?? []);
  const lately = search === "" ? recent : [];
  const rest = [...commands.values()].filter(
    (one) => one.id !== PALETTE_COMMAND && !lately.includes(one),
  );
  return (
    <Cmdk label={text("search")} loop vimBindings={false} className="flex min-h-0 flex-col">
      <Cmdk.Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the palette is opened to type into
        autoFocus
        value={search}
        onValueChange={onSearch}
        placeholder={text("search")}
        aria-label={text("search")}
        className="h-11 shrink-0 border-b bg-transparent px-4 text-sm outline-none placeholder:text-ink-faint"
      />
      <Cmdk.List label={text("results")} className="min-h-0 overflow-y-auto p-1.5">
        <Cmdk.Empty className="p-6 text-center text-xs text-ink-muted">
          {text("nothing")}
        </Cmdk.Empty>
        {lately.length > 0 ? (
          <Group heading={text("recent")} commands={lately} onChoose={onChoose} />
        ) : null}
        {bySection(rest).map(([section, found]) => (
          <Group key={section} heading={text(section)} commands={found} onChoose={onChoose} />
        ))}
      </Cmdk.List>
    </Cmdk>
  );
}

type GroupProps = {
  heading: string;
  commands: readonly Command[];
  onChoose: (command: Command) => void;
};

function Group({ heading, commands, onChoose }: GroupProps) {
  return (
    <Cmdk.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-ink-faint"
    >
      {commands.map((command) => (
        <Cmdk.Item
          key={command.id}
          value={command.id}
          keywords={[command.title, command.keywords ?? "", heading]}
          disabled={command.unavailable !== undefined}
          onSelect={() => onChoose(command)}
          className="flex min-h-8 cursor-pointer items-center gap-3 rounded px-2.5 py-1 text-sm aria-disabled:cursor-not-allowed aria-disabled:text-ink-faint data-[selected=true]:bg-hover"
        >
          <span className="min-w-0 flex-1">
            {command.title}
            {command.unavailable === undefined ? null : (
              <span className="block text-2xs text-ink-faint">{command.unavailable}</span>
            )}
          </span>
          {command.keys === undefined ? null : <KeyCaps keys={command.keys} />}
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  );
}

type QuestionProps = { command: Command; onConfirm: () => void; onBack: () => void };

/** Asks for confirmation of a command that sends an order. A held Enter does not confirm. */
function Question({ command, onConfirm, onBack }: QuestionProps) {
  const text = useText("commands");
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3 p-4">
      <p className="text-sm font-semibold">{command.title}</p>
      <p className="text-xs text-ink-muted">{text("sendsOrder")}</p>
      <div className="flex gap-2">
        <Button
          ref={confirm}
          tone="primary"
          size="md"
          onClick={onConfirm}
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
        >
          {text("confirm")}
        </Button>
        <Button size="md" onClick={onBack}>
          {text("back")}
        </Button>
      </div>
    </div>
  );
}
