/** In the tables of grants and of shadow models, "" stands for all projects: no part of a key is null. */
export const allProjects = "";
