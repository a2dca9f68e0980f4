/** A command to paste into a shell. */
import { CopyButton } from "#components/ui/copy-button.tsx";

export function Command({ title, command }: { title: string; command: string }) {
  return (
    <div>
      <p className="text-xs">{title}</p>
      <div className="mt-1 flex items-start gap-1 rounded border bg-raised ps-2.5">
        <code dir="ltr" className="min-w-0 flex-1 py-1.5 font-mono text-xs break-all">
          {command}
        </code>
        <CopyButton value={command} what={title} />
      </div>
    </div>
  );
}
