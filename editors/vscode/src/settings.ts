// The settings as the server takes them. VS Code has two of them by itself: whether the folder
// is trusted, and whether another extension reports the compiler's errors anyway.

import * as vscode from "vscode";

/** The server's configuration section, and ours. */
export const section = "hotlens";

/** Settings of the extension itself, which the server does not know. */
const own = new Set(["server", "testExplorer", "trace"]);

/** Extensions that report the compiler's errors: Red Hat's, Oracle's and NetBeans'. */
const javaServers = ["redhat.java", "oracle.oracle-java", "asf.apache-netbeans-java"];

/** All settings for the server, also those that have their default. */
export function serverSettings(): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration(section);
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(configuration)) {
    if (!own.has(key) && typeof value !== "function") {
      settings[key] = value;
    }
  }
  settings["trusted"] = vscode.workspace.isTrusted;
  if (javaServers.some((id) => vscode.extensions.getExtension(id)) && !isSet(configuration.inspect("diagnostics"))) {
    settings["diagnostics"] = "exceptions";
  }
  return settings;
}

/** Whether the user has given a setting a value, here or anywhere else. */
function isSet(values: ReturnType<vscode.WorkspaceConfiguration["inspect"]>): boolean {
  return values?.globalValue !== undefined || values?.workspaceValue !== undefined || values?.workspaceFolderValue !== undefined;
}
