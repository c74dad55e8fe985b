// Declares `wcwidth`.
#define _GNU_SOURCE
#include "cel_editor.h"

#include <stdlib.h>
#include <string.h>

int cel_set_prompt(EditLine *editor, cel_prompt_function prompt, wchar_t literal) {
  return el_wset(editor, EL_PROMPT_ESC, prompt, literal);
}

int cel_set_keys(EditLine *editor, const wchar_t *name) {
  return el_wset(editor, EL_EDITOR, name);
}

int cel_set_character_source(EditLine *editor, el_rfunc_t source) {
  return el_wset(editor, EL_GETCFN, source);
}

int cel_set_output(EditLine *editor, FILE *output) {
  return el_wset(editor, EL_SETFP, 1, output);
}

int cel_set_history(EditLine *editor, HistoryW *history) {
  return el_wset(editor, EL_HIST, history_w, history);
}

int cel_set_client_data(EditLine *editor, void *data) {
  return el_wset(editor, EL_CLIENTDATA, data);
}

void *cel_client_data(EditLine *editor) {
  void *data = NULL;
  el_wget(editor, EL_CLIENTDATA, &data);
  return data;
}

int cel_add_command(
  EditLine *editor, const wchar_t *name, const wchar_t *help, cel_command_function command) {
  // libedit keeps the pointers as long as the editor lives, and does not free them.
  wchar_t *name_copy = wcsdup(name);
  wchar_t *help_copy = wcsdup(help);
  if (name_copy == NULL || help_copy == NULL)
    return -1;
  return el_wset(editor, EL_ADDFN, name_copy, help_copy, command);
}

int cel_bind(EditLine *editor, const wchar_t *key, const wchar_t *command) {
  return el_wset(editor, EL_BIND, key, command, NULL);
}

int cel_bind_alternative(EditLine *editor, const wchar_t *key, const wchar_t *command) {
  return el_wset(editor, EL_BIND, L"-a", key, command, NULL);
}

bool cel_is_bound(EditLine *editor, const wchar_t *key, const wchar_t *command) {
  FILE *output = NULL;
  if (el_wget(editor, EL_GETFP, 1, &output) != 0)
    return false;
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (memory == NULL)
    return false;
  el_wset(editor, EL_SETFP, 1, memory);
  el_wset(editor, EL_BIND, key, NULL);
  el_wset(editor, EL_SETFP, 1, output);
  if (fclose(memory) != 0 || text == NULL) {
    free(text);
    return false;
  }

  // The printed form is `KEY -> COMMAND`, and a command's name is ASCII.
  char name[64];
  size_t length = 0;
  while (command[length] != L'\0' && length < sizeof name - 1) {
    name[length] = (char)command[length];
    length++;
  }
  name[length] = '\0';
  const char *arrow = strstr(text, "->");
  bool bound = false;
  if (arrow != NULL) {
    const char *start = arrow + 2 + strspn(arrow + 2, " \t");
    bound = strcspn(start, " \t\n") == length && strncmp(start, name, length) == 0;
  }
  free(text);
  return bound;
}

bool cel_is_editing(EditLine *editor) {
  int editing = 0;
  return el_wget(editor, EL_EDITMODE, &editing) == 0 && editing != 0;
}

int cel_set_terminal_for_editing(EditLine *editor, bool editing) {
  return el_wset(editor, EL_PREP_TERM, editing ? 1 : 0);
}

int cel_redraw(EditLine *editor) { return el_wset(editor, EL_REFRESH); }

int cel_send_capability(EditLine *editor, const wchar_t *name) {
  return el_wset(editor, EL_ECHOTC, L"-s", name, NULL);
}

bool cel_has_capability(EditLine *editor, const wchar_t *name) {
  char short_name[3] = {(char)name[0], (char)name[1], '\0'};
  char *text = NULL;
  return el_get(editor, EL_GETTC, short_name, &text) == 0 && text != NULL && *text != '\0';
}

int cel_width(wchar_t character) { return wcwidth(character); }
