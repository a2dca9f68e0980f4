/** A sentence about the whole page. */
export function NoticeBar({ text }: { text: string }) {
  return (
    <output className="pointer-events-auto border-y border-warn-line bg-warn-soft px-3 py-1 text-center text-2xs text-warn">
      {text}
    </output>
  );
}
