import type { Scope } from "#lib/protocol/scopes.ts";
import type { ConsentText } from "./consent-text.ts";

type ScopeChoiceProps = { text: ConsentText; scope: Scope; isTicked: boolean };

/** One scope in plain words: what it lets the app do, and what not. */
export function ScopeChoice({ text, scope, isTicked }: ScopeChoiceProps) {
  const id = `scope-${scope.replace(":", "-")}`;
  return (
    <div className="relative flex items-start gap-3 rounded-md border p-3 hover:bg-hover has-checked:border-line-strong has-checked:bg-raised">
      <input
        id={id}
        type="checkbox"
        name="scope"
        value={scope}
        defaultChecked={isTicked}
        aria-describedby={`${id}-about`}
        className="relative z-10 mt-px size-4.5 shrink-0 accent-(--accent-strong)"
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        {/* All of the box is its label. */}
        <label
          htmlFor={id}
          className="cursor-pointer text-base font-medium after:absolute after:inset-0"
        >
          {text(`scope_${scope}`)}
        </label>
        <div id={`${id}-about`} className="flex flex-col gap-0.5 text-xs text-ink-muted">
          <p>{text(`can_${scope}`)}</p>
          <p className="text-ink">{text(`cannot_${scope}`)}</p>
        </div>
      </div>
    </div>
  );
}
