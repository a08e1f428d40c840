// Where things open: sources in the column that has them, panels in the one beside.

import * as vscode from "vscode";

/** The column of the sources. */
export function sourceColumn(): vscode.ViewColumn {
  return vscode.window.activeTextEditor?.viewColumn ?? vscode.window.visibleTextEditors.find((editor) => editor.viewColumn !== undefined)?.viewColumn ?? vscode.ViewColumn.One;
}

/** The column of the panels. All of them share it, where the sources are in the first. */
export function panelColumn(): vscode.ViewColumn {
  return sourceColumn() === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.Beside;
}
