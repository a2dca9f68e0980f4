import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  fromDay: "From",
  toDay: "To",
  daysDisordered: "The last day is before the first day.",
  loadFailed: "Part of this page could not be loaded. Nothing was sent. Reload the page.",
  panelFailed: "{panel} could not be shown.",
  panelFailedDetail: "The rest of the page still works. Orders that were sent are not affected.",
  csvHelp:
    "All rows as a file, every digit as it is stored. An interrupted download is reported as failed.",
  spreadsheet: "Spreadsheet",
  spreadsheetHelp:
    "The same rows as Excel and LibreOffice open them in this language: separator, decimal mark and times in UTC.",
  messages: "Messages",
  dismiss: "Dismiss",
  showAgain: "Show again",
  errorId: "Error {id}",
  copyErrorId: "Copy error {id}",
  copied: "Copied.",
  copyFailed: "Copying failed.",
  imageFailed: "The image could not be created.",
  imageSaved: "The image was saved as a file: this browser does not allow images on the clipboard.",
  imageCopied: "The image was copied.",
} as const satisfies MessageFile;

export default messages;
