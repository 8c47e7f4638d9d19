/* Runs the script that the first argument names, with the others in the table `arg`. */
#include <stdio.h>
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

int main(int argc, char **argv) {
  lua_State *L = luaL_newstate();
  int i;
  if (argc < 2 || L == NULL) {
    fprintf(stderr, "usage: lua SCRIPT ARGS\n");
    return 2;
  }
  luaL_openlibs(L);
  lua_createtable(L, argc, 0);
  for (i = 2; i < argc; i++) {
    lua_pushstring(L, argv[i]);
    lua_rawseti(L, -2, i - 1);
  }
  lua_setglobal(L, "arg");
  if (luaL_dofile(L, argv[1]) != LUA_OK) {
    fprintf(stderr, "lua: %s\n", lua_tostring(L, -1));
    lua_close(L);
    return 1;
  }
  lua_close(L);
  return 0;
}
